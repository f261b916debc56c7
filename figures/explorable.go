package figures

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"github.com/proxlab/proxlab/figures/axes"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/internal/plain"
)

// exploreScript shows the controls of explorables, asks the program that lies beside the page, and draws its answers.
//
//go:embed explore.js
var exploreScript string

// ModuleFile is the name of the file that pages with explorables look for beside them: the program that answers, as
// WebAssembly, in a script, since a page that is opened from disk may fetch nothing.
const ModuleFile = "proxlab-explore.js"

// Explorable is a figure with controls, and its answer to the values they start from: that is the static figure, and
// all that a page without scripts or without the program shows.
type Explorable struct {
	Of     explore.Explorable
	Answer explore.Answer
}

// About is the figure's name and titles; the facts of the answer stand in the subtitle.
func (f Explorable) About() Meta {
	m := Meta{ID: f.Of.Name, Title: f.Of.Title, Subtitle: f.Of.Subtitle}
	for _, fact := range f.Answer.Facts {
		m.Subtitle += fmt.Sprintf(" · %s %.5g", fact.Name, fact.Value)
	}
	m.Subtitle = strings.TrimPrefix(m.Subtitle, " · ")
	return m
}

// panels are the answer's as a figure.
func (f Explorable) panels() Panels {
	out := Panels{Meta: f.About(), Columns: max(1, f.Answer.Columns)}
	for _, p := range f.Answer.Panels {
		lines := Lines{Meta: Meta{Title: p.Title}, X: axisOf(p.X), Y: axisOf(p.Y), Equal: p.Equal}
		for _, s := range p.Series {
			lines.Series = append(lines.Series, Series{
				Name: s.Name, X: s.X, Y: s.Y, Dashed: s.Dashed, Dots: s.Dots, Cells: s.Cells, Color: s.Color,
			})
		}
		out.Panels = append(out.Panels, lines)
	}
	return out
}

func axisOf(a explore.Axis) Axis {
	return Axis{Label: a.Label, Log: a.Log, Names: a.Names, Bare: a.Bare}
}

func (f Explorable) height() vg.Length { return f.panels().height() }

func (f Explorable) key() axes.Legend { return f.panels().key() }

// Plot draws the answer; one without panels is its titles, which have the facts.
func (f Explorable) Plot() (*plot.Plot, error) { return f.panels().Plot() }

// Chart is the explorable and its answer as JSON, for explore.js.
func (f Explorable) Chart() string {
	again, err := f.Of.Repeat(f.Of.Start())
	if err != nil {
		return ""
	}
	offers := map[string]bool{"command": again.Command != "", "go": again.Go != "", "files": len(again.Files) > 0}
	text, err := json.Marshal(map[string]any{"of": f.Of, "answer": f.Answer, "module": ModuleFile, "offers": offers})
	if err != nil {
		return "" // a number that JSON cannot hold: the static figure stays
	}
	return string(text)
}

func (f Explorable) alt() []string { return append(f.panels().alt(), f.Answer.Said...) }

// snippet shows the controls, once the chart library is there.
func (f Explorable) snippet() string {
	id := "proxlab-" + plain.FileID(f.Of.Name)
	return `<section class="proxlab-explore" id="` + id + `" aria-label="` + html.EscapeString(f.Of.Title) +
		`" hidden></section><script>` + strings.ReplaceAll(exploreScript, "</", `<\/`) +
		`(()=>{const all=document.querySelectorAll("#` + id + `"),el=all[all.length-1];` +
		`if(el)window.proxlabExplore(el,` + f.Chart() + `)})()</script>`
}
