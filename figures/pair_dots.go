package figures

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// PairDots is a figure of the probabilities of pairs of a sequence: above the diagonal a square for each pair, whose
// area is the probability, below it those of a structure (Pairs), red where they are not True. Place 1 is at the top
// left. Probabilities below 1/1000 are not drawn.
type PairDots struct {
	Meta
	Letters       string
	Probabilities []float64 // n×n, row by row
	Pairs, True   []int     // the partner of each place, −1 for none; True may be nil
}

// leastDot is the least probability drawn.
const leastDot = 1e-3

func (f PairDots) check() error {
	lists := [][]int{f.Pairs}
	if f.True != nil {
		lists = append(lists, f.True)
	}
	if err := checkPairs(f.Letters, lists...); err != nil {
		return err
	}
	if n := len(f.Letters); len(f.Probabilities) != n*n {
		return fmt.Errorf("%d letters and %d probabilities of pairs", n, len(f.Probabilities))
	}
	return nil
}

// Plot draws the squares.
func (f PairDots) Plot() (*plot.Plot, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	p := newPlot(f.Meta)
	n := len(f.Letters)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0.5, float64(n)+0.5, -float64(n)-0.5, -0.5
	p.X.Tick.Marker, p.Y.Tick.Marker = placeTicks{n}, downward{n}
	p.X.Label.Text, p.Y.Label.Text = "place of a base", "place of the other"
	p.Add(dotPlotter{f})
	return p, nil
}

// downward numbers places from the top.
type downward struct{ n int }

// Ticks returns them.
func (t downward) Ticks(_, _ float64) []plot.Tick {
	out := placeTicks(t).Ticks(0, 0)
	for k := range out {
		out[k].Value = -out[k].Value
	}
	return out
}

func (f PairDots) height() vg.Length { return width }

func (f PairDots) equal() bool { return true }

func (f PairDots) key() axes.Legend { return pairsKey(f.Pairs, f.True) }

// eachDot calls visit with place, side and kind of every square, and whether it is one of a structure.
func (f PairDots) eachDot(visit func(x, y, side float64, kind int, structure bool)) {
	n := len(f.Letters)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if q := f.Probabilities[i*n+j]; q >= leastDot {
				visit(float64(j+1), -float64(i+1), math.Sqrt(math.Min(q, 1)), arcRight, false)
			}
		}
	}
	for kind, pairs := range kindsOf(f.Pairs, f.True) {
		for _, p := range pairs {
			visit(float64(p[0]+1), -float64(p[1]+1), 1, kind, true)
		}
	}
}

type dotPlotter struct{ f PairDots }

// Plot draws the diagonal and the squares.
func (d dotPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	n := float64(len(d.f.Letters))
	c.StrokeLine2(draw.LineStyle{Color: grey, Width: 0.6}, trX(0.5), trY(-0.5), trX(n+0.5), trY(-n-0.5))
	d.f.eachDot(func(x, y, side float64, kind int, structure bool) {
		w := max(trX(side)-trX(0), 0.5)
		h := max(trY(side)-trY(0), 0.5)
		color := ink
		if structure {
			color = pairColor(kind)
		}
		if kind == arcMissed {
			c.StrokeLines(draw.LineStyle{Color: color, Width: 0.8}, outline(trX(x)-w/2, trY(y)-h/2, w, h))
			return
		}
		axes.Box(c, color, trX(x)-w/2, trY(y)-h/2, w, h)
	})
}

// outline is that of a box.
func outline(x, y, w, h vg.Length) []vg.Point {
	return []vg.Point{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}, {X: x, Y: y}}
}

// Chart returns the interactive figure.
func (f PairDots) Chart() string {
	p, err := f.Plot()
	if err != nil {
		return ""
	}
	c := newChart(f.Meta)
	var likely [][]float64
	var kinds [3][][]float64
	f.eachDot(func(x, y, side float64, kind int, structure bool) {
		if structure {
			kinds[kind] = append(kinds[kind], []float64{x, y, side})
		} else {
			likely = append(likely, []float64{x, y, axes.Tidy(side, 1e-2)})
		}
	})
	n := float64(len(f.Letters))
	series := []object{
		strokes("diagonal", grey, 1, false, [][]float64{{0.5, -0.5, n + 0.5, -n - 0.5}}), squares("probability", 0, likely),
	}
	series[1]["color"] = hex(ink)
	for kind, name := range pairNames {
		if kind == arcRight || f.True != nil {
			series = append(series, squares(name, kind, kinds[kind]))
		}
	}
	c.Legend["data"] = kindsOf(f.Pairs, f.True).names(f.True)
	x, y := valueAxis(p.X, Axis{Label: p.X.Label.Text}), valueAxis(p.Y, Axis{Label: p.Y.Label.Text})
	x["bare"], y["bare"] = true, true
	c.add(object{"inner": 620, "equal": true}, x, y, series)
	return c.text()
}

// squares is a series of squares that the page draws: places and sides.
func squares(name string, kind int, data [][]float64) object {
	if data == nil {
		data = [][]float64{}
	}
	s := painted(name, "squares", hex(pairColor(kind)), data)
	s["encode"], s["hollow"] = object{"x": 0, "y": 1}, kind == arcMissed
	return s
}

func (f PairDots) alt() []string { return altPairs(f.Letters, f.Pairs, f.True) }
