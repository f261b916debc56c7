package figures

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Arcs is a figure of a dependency tree: the words of a sentence, and an arc from the head of each to it. Heads count
// words from 1; 0 is the root, whose arcs come from above. Where Gold has the true heads, arcs that are not true are
// drawn in red, and the true ones in their place dashed.
type Arcs struct {
	Meta
	Words       []string
	Heads, Gold []int // as many as words; Gold may be nil, and a head below 0 is one that is not known
}

// The kinds of arcs, with their colors.
const (
	arcRight = iota // or not known to be wrong
	arcWrong
	arcMissed
)

var arcColors = []color.RGBA{palette[0], {0xC8, 0x1E, 0x1E, 0xFF}, palette[2]}

// arc goes from a head to a word, over so many others that are lower.
type arc struct{ from, to, level, kind int }

// arcs are those to be drawn, the short ones first, each higher than all that it spans.
func (f Arcs) arcs() []arc {
	var out []arc
	add := func(from, to, kind int) {
		if from >= 0 && from <= len(f.Words) && from != to {
			out = append(out, arc{from: from, to: to, kind: kind})
		}
	}
	for k, h := range f.Heads {
		switch {
		case k >= len(f.Gold) || f.Gold[k] == h || f.Gold[k] < 0:
			add(h, k+1, arcRight)
		default:
			add(h, k+1, arcWrong)
			add(f.Gold[k], k+1, arcMissed)
		}
	}
	length := func(a arc) int {
		if a.from == 0 {
			return math.MaxInt // the root is above all
		}
		return max(a.from-a.to, a.to-a.from)
	}
	slices.SortStableFunc(out, func(a, b arc) int { return cmp.Compare(length(a), length(b)) })
	top := 1
	for i := range out {
		a := &out[i]
		if a.from == 0 {
			a.level = top + 1
			continue
		}
		a.level = 1
		for _, b := range out[:i] {
			if min(a.from, a.to) <= min(b.from, b.to) && max(b.from, b.to) <= max(a.from, a.to) {
				a.level = max(a.level, b.level+1)
			}
		}
		top = max(top, a.level)
	}
	return out
}

// check tells what cannot be drawn.
func (f Arcs) check() error {
	if len(f.Words) == 0 {
		return errNothing
	}
	if len(f.Heads) != len(f.Words) || f.Gold != nil && len(f.Gold) != len(f.Words) {
		return fmt.Errorf("%d words, %d heads and %d true heads", len(f.Words), len(f.Heads), len(f.Gold))
	}
	return nil
}

// ticks are the words at their places.
func (f Arcs) ticks() plot.ConstantTicks {
	t := make(plot.ConstantTicks, len(f.Words))
	for k, w := range f.Words {
		t[k] = plot.Tick{Value: float64(k + 1), Label: w}
	}
	return t
}

// upright tells whether words stand upright, for lack of room beside one another.
func (f Arcs) upright(style draw.TextStyle) bool {
	room := (width - 2*margin) / vg.Length(len(f.Words))
	return slices.ContainsFunc(f.Words, func(w string) bool { return style.Width(w) > 0.95*room })
}

// Plot draws the arcs above the words.
func (f Arcs) Plot() (*plot.Plot, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	p := newPlot(f.Meta)
	p.HideY()
	p.X.Tick.Marker, p.X.Tick.Length, p.X.LineStyle.Width = f.ticks(), 0, 0
	p.X.Min, p.X.Max = 0.4, float64(len(f.Words))+0.6
	p.Y.Min, p.Y.Max = 0, f.top()
	style := &p.X.Tick.Label
	if f.upright(*style) {
		style.Rotation, style.XAlign, style.YAlign = math.Pi/2, draw.XRight, draw.YCenter
		room := (f.width() - 2*margin) / vg.Length(len(f.Words))
		style.Font.Size = min(style.Font.Size, 0.9*room)
	}
	p.Add(arcPlotter{f})
	return p, nil
}

// top is the level above all arcs.
func (f Arcs) top() float64 {
	top := 1
	for _, a := range f.arcs() {
		top = max(top, a.level)
	}
	return float64(top) + 0.3
}

// width is that of other figures, or enough for all words to stand upright.
func (f Arcs) width() vg.Length {
	const word = 0.28 * vg.Centimeter
	return max(width, vg.Length(len(f.Words))*word+2*margin)
}

func (f Arcs) height() vg.Length {
	p := newPlot(f.Meta)
	words := 0.8 * vg.Centimeter
	if f.upright(p.X.Tick.Label) {
		for _, w := range f.Words {
			words = max(words, p.X.Tick.Label.Width(w)+0.4*vg.Centimeter)
		}
	}
	level := 0.9 * vg.Centimeter
	if f.top() > 9 {
		level = 0.55 * vg.Centimeter
	}
	return 1.8*vg.Centimeter + words + vg.Length(f.top())*level
}

// key names the kinds of arcs where there are true ones to compare with.
func (f Arcs) key() axes.Legend {
	l := newLegend()
	if f.Gold == nil {
		return l
	}
	for kind, name := range arcNames {
		l.Entries = append(l.Entries, axes.Entry{Name: name, Line: arcStyle(kind)})
	}
	return l
}

var arcNames = []string{"right", "wrong", "true, and not found"}

func arcStyle(kind int) draw.LineStyle {
	style := draw.LineStyle{Color: arcColors[kind], Width: 1.2}
	if kind == arcMissed {
		style.Dashes = []vg.Length{4, 3}
	}
	return style
}

type arcPlotter struct{ f Arcs }

// Plot draws each arc as half an oval with a head at the word, and those from the root from above.
func (a arcPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	beside := min(3, 0.12*(trX(2)-trX(1))) // so that arcs that leave a word do not end in those that come to it
	for _, r := range a.f.arcs() {
		style := arcStyle(r.kind)
		to := vg.Point{X: trX(float64(r.to)), Y: trY(0)}
		top := trY(float64(r.level))
		var path vg.Path
		if r.from == 0 {
			if r.kind == arcMissed {
				to.X += beside
			}
			path.Move(vg.Point{X: to.X, Y: top})
			path.Line(to)
		} else {
			sign := vg.Length(1)
			if r.from > r.to {
				sign = -1
			}
			from := vg.Point{X: trX(float64(r.from)) + sign*beside, Y: to.Y}
			to.X -= sign * beside
			bend := (to.X - from.X) / 8
			lift := (top - to.Y) * 4 / 3 // so that the middle is at the top
			path.Move(from)
			path.CubeTo(vg.Point{X: from.X + bend, Y: from.Y + lift}, vg.Point{X: to.X - bend, Y: to.Y + lift}, to)
		}
		c.SetLineStyle(style)
		c.Stroke(path)
		c.FillPolygon(style.Color, []vg.Point{
			{X: to.X, Y: to.Y - 1}, {X: to.X - 2.5, Y: to.Y + 4.5}, {X: to.X + 2.5, Y: to.Y + 4.5},
		})
	}
}

// Chart returns the interactive figure.
func (f Arcs) Chart() string {
	p, err := f.Plot()
	if err != nil {
		return ""
	}
	c := newChart(f.Meta)
	x := valueAxis(p.X, Axis{})
	x["names"], x["words"] = append([]string{""}, f.Words...), true
	y := object{"type": "value", "min": 0, "max": f.top(), "ticks": [][2]any{}, "bare": true}
	var series []object
	for kind, name := range arcNames {
		data := [][]float64{}
		for _, a := range f.arcs() {
			if a.kind == kind {
				data = append(data, []float64{float64(a.from), float64(a.to), float64(a.level)})
			}
		}
		s := painted(name, "arcs", hex(arcColors[kind]), data)
		s["encode"] = object{"x": []int{0, 1}, "y": 2}
		s["dashed"] = kind == arcMissed
		series = append(series, s)
	}
	if f.Gold == nil {
		series = series[:1]
	} else {
		c.Legend["data"] = arcNames
	}
	level := 34.
	if f.top() > 9 {
		level = 20
	}
	c.add(object{"inner": math.Round(30 + level*f.top())}, x, y, series)
	return c.text()
}

func (f Arcs) alt() []string {
	name := func(h int) string {
		if h == 0 || h > len(f.Words) {
			return "the root"
		}
		return f.Words[h-1]
	}
	var out []string
	for k, h := range f.Heads {
		if h >= 0 && k < len(f.Words) {
			out = append(out, fmt.Sprintf("%s from %s", f.Words[k], name(h)))
		}
	}
	return out
}
