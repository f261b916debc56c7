package notebook

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/proxlab/proxlab/figures"
)

// often is the least time between two redraws.
const often = 200 * time.Millisecond

// Context returns a context that ends when the cell is stopped, which without it would end at once: what heeds it comes
// to its end, and a live figure to its final chart. That it was stopped is printed, once. All calls return the same.
func Context() context.Context { return stopped() }

var stopped = sync.OnceValue(func() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	interrupts := make(chan os.Signal, 1)
	if gonbui.IsNotebook {
		signal.Reset(os.Interrupt) // by which a cell without a context ends: see tools/cell
	}
	signal.Notify(interrupts, os.Interrupt)
	go func() {
		<-interrupts
		fmt.Println("Stopped.")
		cancel(errors.New("the cell was stopped"))
	}()
	return ctx
})

// Live is a figure of curves that grows while a cell runs. Outside a notebook it only collects the points.
//
//	live := notebook.NewLive(figures.Lines{…})
//	defer live.Done()
//	for st, err := range method.Iterations(notebook.Context(), …) { live.Append("gap", float64(st.Iter), st.Gap) … }
type Live struct {
	figure figures.Lines
	id     string
	drawn  time.Time
	note   string
}

// NewLive begins a live figure from axes and titles; series come into being as they are appended to.
func NewLive(f figures.Lines) *Live {
	l := &Live{figure: f}
	if gonbui.IsNotebook {
		l.id = "proxlab-live-" + gonbui.UniqueId()
	}
	return l
}

// NewConvergence begins a live figure of duality gaps against iterations.
func NewConvergence(id, title, subtitle string) *Live {
	return NewLive(figures.Lines{
		Meta: figures.Meta{ID: id, Title: title, Subtitle: subtitle},
		X:    figures.Axis{Label: "iteration"},
		Y:    figures.Axis{Label: "duality gap P − D (units of the objective)", Log: true},
	})
}

// Append adds a point to the series of this name, and redraws if the last time is long enough ago.
func (l *Live) Append(series string, x, y float64) {
	s := l.series(series)
	s.X, s.Y = append(s.X, x), append(s.Y, y)
	if now := time.Now(); l.id != "" && now.Sub(l.drawn) >= often {
		l.drawn = now
		gonbui.UpdateHTML(l.id, l.figure.SVG()+"<div>"+html.EscapeString(l.note)+"</div>")
	}
}

// Note sets the line of text below the figure.
func (l *Live) Note(text string) { l.note = text }

func (l *Live) series(name string) *figures.Series {
	for i := range l.figure.Series {
		if l.figure.Series[i].Name == name {
			return &l.figure.Series[i]
		}
	}
	l.figure.Series = append(l.figure.Series, figures.Series{Name: name})
	return &l.figure.Series[len(l.figure.Series)-1]
}

// Figure returns the figure as far as it has come.
func (l *Live) Figure() figures.Lines { return l.figure }

// Done clears the live drawing and shows the final figure in its place.
func (l *Live) Done() {
	if l.id == "" {
		return
	}
	l.Clear()
	Show(l.figure)
}

// Clear takes the live drawing away.
func (l *Live) Clear() {
	if l.id != "" && !l.drawn.IsZero() {
		gonbui.UpdateHTML(l.id, "")
	}
}
