package figures

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Secondary is a drawn secondary structure: the letters of a sequence along its backbone, lines between those that
// pair, every tenth with its number. Pairs has the place of the partner of each letter, −1 for none, and none of its
// pairs cross; True has the true ones, or is nil. Pairs that are not true are red, and true ones that are not found are
// dashed.
type Secondary struct {
	Meta
	Letters     string
	Pairs, True []int // as many as letters
}

// check tells what cannot be drawn.
func (f Secondary) check() error {
	lists := [][]int{f.Pairs}
	if f.True != nil {
		lists = append(lists, f.True)
	}
	if err := checkPairs(f.Letters, lists...); err != nil {
		return err
	}
	var open []int
	for i, j := range f.Pairs {
		switch {
		case j > i:
			open = append(open, i)
		case j >= 0 && open[len(open)-1] != j:
			return errors.New("pairs cross: only structures without pseudoknots are drawn")
		case j >= 0:
			open = open[:len(open)-1]
		}
	}
	return nil
}

// drawn is the structure on a page, and its size; none where check finds something wrong.
func (f Secondary) drawn() (d *drawing, wide, high float64) {
	d = newDrawing(f.Pairs)
	d.spread()
	wide, high = d.turn((width - 2*margin).Points(), (14 * vg.Centimeter).Points())
	return d, wide, high
}

// edge is the room around a drawing for numbers, and letterSize the height of letters.
const (
	edge       = 2
	letterSize = 0.62
)

// Plot draws the structure.
func (f Secondary) Plot() (*plot.Plot, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	d, wide, high := f.drawn()
	p := newPlot(f.Meta)
	p.HideAxes()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -edge, wide+edge, -edge, high+edge
	p.Add(secondaryPlotter{f, d})
	return p, nil
}

func (f Secondary) equal() bool { return true }

func (f Secondary) height() vg.Length {
	if f.check() != nil {
		return height
	}
	_, wide, high := f.drawn()
	unit := min((width-2*margin)/vg.Length(wide+2*edge), 0.55*vg.Centimeter)
	return 1.6*vg.Centimeter + unit*vg.Length(high+2*edge)
}

func (f Secondary) key() axes.Legend { return pairsKey(f.Pairs, f.True) }

// segment is a line between two places.
type segment struct{ from, to point }

// short is the part of a line that leaves room for what stands at its ends.
func (s segment) short(room float64) segment {
	along := s.from.to(s.to).unit()
	return segment{s.from.add(room, along), s.to.add(-room, along)}
}

// lines are the backbone, and the pairs of each kind.
func (f Secondary) lines(d *drawing, room float64) (backbone []segment, kinds [3][]segment) {
	for k := 1; k < len(d.at); k++ {
		if s := (segment{d.at[k-1], d.at[k]}); d.at[k-1].to(d.at[k]).length() > 2*room {
			backbone = append(backbone, s.short(room))
		}
	}
	for kind, pairs := range kindsOf(f.Pairs, f.True) {
		for _, p := range pairs {
			kinds[kind] = append(kinds[kind], segment{d.at[p[0]], d.at[p[1]]}.short(room))
		}
	}
	return backbone, kinds
}

// numbered is a number beside a base, with the line to it.
type numbered struct {
	text string
	at   point
	line segment
}

// numbers are those of the first base and of every tenth, or fiftieth of long ones, where nothing else is.
func (f Secondary) numbers(d *drawing) (out []numbered) {
	step := 10
	if len(d.at) > 300 {
		step = 50
	}
	taken := map[[2]int][]point{}
	put := func(p point) { taken[cellOf(p)] = append(taken[cellOf(p)], p) }
	for _, m := range d.marks() {
		put(m.at)
	}
	free := func(p point, room float64) (nearest float64) {
		nearest = room
		cell := cellOf(p)
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				for _, q := range taken[[2]int{cell[0] + dx, cell[1] + dy}] {
					nearest = math.Min(nearest, p.to(q).length())
				}
			}
		}
		return nearest
	}
	for k := range d.at {
		if k > 0 && (k+1)%step != 0 {
			continue
		}
		best, room := point{}, -1.
		for turn := range 16 {
			for _, far := range []float64{1.5, 2} {
				sin, cos := math.Sincos(2 * math.Pi * float64(turn) / 16)
				p := d.at[k].add(far, point{cos, sin})
				if r := free(p, 1.5) - 0.2*(far-1.5); r > room+1e-9 {
					best, room = p, r
				}
			}
		}
		put(best)
		out = append(out, numbered{fmt.Sprint(k + 1), best, segment{d.at[k], best}.short(0.55)})
	}
	return out
}

type secondaryPlotter struct {
	f Secondary
	d *drawing
}

// Plot draws backbone, pairs, letters and numbers; instead of letters dots, where there is no room.
func (s secondaryPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	unit := trX(1) - trX(0)
	place := func(q point) vg.Point { return vg.Point{X: trX(q.x), Y: trY(q.y)} }
	stroke := func(style draw.LineStyle, all []segment) {
		for _, l := range all {
			c.StrokeLines(style, []vg.Point{place(l.from), place(l.to)})
		}
	}
	style := p.X.Tick.Label
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	const readable = 3.6
	size := min(vg.Length(letterSize)*unit*1.35, 11)
	lettered := size >= readable
	room := 0.4
	if !lettered {
		room = 0
	}
	backbone, kinds := s.f.lines(s.d, room)
	stroke(draw.LineStyle{Color: grey, Width: max(0.5, 0.06*unit)}, backbone)
	for kind, all := range kinds {
		line := arcStyle(kind)
		line.Width = max(0.6, min(1.6, 0.14*unit))
		if kind == arcMissed {
			line.Width, line.Dashes = max(0.5, line.Width/2), []vg.Length{2.5, 2}
		}
		stroke(line, all)
	}
	if lettered {
		style.Font.Size = size
		for k, letter := range s.f.Letters {
			c.FillText(style, place(s.d.at[k]), string(letter))
		}
	} else {
		for _, q := range s.d.at {
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: max(0.6, 0.22*unit), Shape: draw.CircleGlyph{}}, place(q))
		}
	}
	style.Font.Size, style.Color = max(5.5, min(8, 0.8*size)), palette[3]
	for _, n := range s.f.numbers(s.d) {
		c.FillText(style, place(n.at), n.text)
	}
}

// Chart returns the interactive figure.
func (f Secondary) Chart() string {
	p, err := f.Plot()
	if err != nil {
		return ""
	}
	d, wide, high := f.drawn()
	c := newChart(f.Meta)
	round := onAxis(p.X)
	list := func(all []segment) (out [][]float64) {
		for _, s := range all {
			out = append(out, []float64{round(s.from.x), round(s.from.y), round(s.to.x), round(s.to.y)})
		}
		return out
	}
	backbone, kinds := f.lines(d, 0.4)
	series := []object{strokes("backbone", grey, 1, false, list(backbone))}
	for kind, name := range pairNames {
		if kind == arcRight || f.True != nil {
			series = append(series, strokes(name, pairColor(kind), 2, kind == arcMissed, list(kinds[kind])))
		}
	}
	letters := make([][]any, len(f.Letters))
	for k, letter := range f.Letters {
		letters[k] = []any{round(d.at[k].x), round(d.at[k].y), string(letter)}
	}
	numbers := [][]any{}
	for _, n := range f.numbers(d) {
		numbers = append(numbers, []any{round(n.at.x), round(n.at.y), n.text})
	}
	series = append(series, lettering("letters", ink, 1.2*letterSize, letters),
		lettering("numbers", palette[3], letterSize, numbers))
	c.Legend["data"] = kindsOf(f.Pairs, f.True).names(f.True)
	x, y := valueAxis(p.X, Axis{Bare: true}), valueAxis(p.Y, Axis{Bare: true})
	inner := math.Min(760, 800*(high+2*edge)/math.Max(wide+2*edge, 24))
	c.add(object{"inner": math.Round(inner), "equal": true}, x, y, series)
	return c.text()
}

func (f Secondary) alt() []string { return altPairs(f.Letters, f.Pairs, f.True) }
