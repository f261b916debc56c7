package figures

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/figures/axes"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// PairArcs is a figure of which letters of a sequence pair: an arc above them for each pair of Pairs, and below them
// for each of True, where those are known. Pairs and True have the place of the partner of each letter, −1 for none.
// Pairs that are not true are red, true ones that are not found dashed.
type PairArcs struct {
	Meta
	Letters     string
	Pairs, True []int // as many as letters; True may be nil
}

// arcHeight is the height of an arc beside its width.
const arcHeight = 0.42

// lettersFit is how many letters have room beside one another.
const lettersFit = 130

// arcSides are half the height of the strip of letters, and the heights of the tallest arcs above and below it, in
// places.
func (f PairArcs) sides() (strip, above, below float64) {
	tallest := func(partner []int) (h float64) {
		for i, j := range partner {
			h = max(h, arcHeight*float64(j-i))
		}
		return h
	}
	n := float64(len(f.Letters))
	strip = 0.012 * n
	if len(f.Letters) <= lettersFit {
		strip = max(0.7, 0.012*n)
	}
	return strip, max(tallest(f.Pairs), 0.04*n), tallest(f.True)
}

func (f PairArcs) check() error {
	if f.True == nil {
		return checkPairs(f.Letters, f.Pairs)
	}
	return checkPairs(f.Letters, f.Pairs, f.True)
}

// Plot draws the arcs.
func (f PairArcs) Plot() (*plot.Plot, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	p := newPlot(f.Meta)
	n := len(f.Letters)
	strip, above, below := f.sides()
	p.X.Min, p.X.Max = 0.4, float64(n)+0.6
	p.Y.Min, p.Y.Max = -strip-below, strip+above
	p.X.Tick.Marker = placeTicks{n}
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0, 0
	p.Y.Tick.Marker = plot.ConstantTicks{}
	if f.True != nil {
		p.Y.Tick.Marker = plot.ConstantTicks{
			{Value: strip + above/2, Label: "predicted"}, {Value: -strip - max(below, 0.04*float64(n))/2, Label: "true"},
		}
	}
	p.Add(pairArcPlotter{f})
	return p, nil
}

// placeTicks number places: 1, and round numbers.
type placeTicks struct{ n int }

// Ticks returns them.
func (t placeTicks) Ticks(_, _ float64) []plot.Tick {
	step := 10
	for t.n/step > 14 {
		step += 10
	}
	out := []plot.Tick{{Value: 1, Label: "1"}}
	for k := step; k <= t.n; k += step {
		out = append(out, plot.Tick{Value: float64(k), Label: fmt.Sprint(k)})
	}
	return out
}

func (f PairArcs) height() vg.Length {
	strip, above, below := f.sides()
	unit := (width - 2*margin - 2*vg.Centimeter) / vg.Length(max(1, len(f.Letters)))
	unit = min(unit, 0.6*vg.Centimeter)
	return 3*vg.Centimeter + unit*vg.Length(2*strip+above+below)
}

func (f PairArcs) key() axes.Legend { return pairsKey(f.Pairs, f.True) }

// eachArc calls visit with the ends, the height and the kind of every arc: those below are lower than 0.
func (f PairArcs) eachArc(visit func(i, j int, base, top float64, kind int)) {
	strip, _, _ := f.sides()
	kinds := kindsOf(f.Pairs, f.True)
	for kind, pairs := range kinds {
		for _, p := range pairs {
			top := strip + arcHeight*float64(p[1]-p[0])
			if kind != arcMissed {
				visit(p[0]+1, p[1]+1, strip, top, kind)
			}
			if f.True != nil && kind != arcWrong {
				visit(p[0]+1, p[1]+1, -strip, -top, kind)
			}
		}
	}
}

type pairArcPlotter struct{ f PairArcs }

// Plot draws letters, where there is room, and half an oval for each pair.
func (a pairArcPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	n := len(a.f.Letters)
	if n <= lettersFit {
		style := p.X.Tick.Label
		style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
		style.Font.Size = min(style.Font.Size, 1.25*(trX(2)-trX(1)))
		for k, letter := range a.f.Letters {
			c.FillText(style, vg.Point{X: trX(float64(k + 1)), Y: trY(0)}, string(letter))
		}
	} else {
		c.StrokeLine2(draw.LineStyle{Color: grey, Width: 1}, trX(1), trY(0), trX(float64(n)), trY(0))
	}
	a.f.eachArc(func(i, j int, base, top float64, kind int) {
		from, to := vg.Point{X: trX(float64(i)), Y: trY(base)}, vg.Point{X: trX(float64(j)), Y: trY(base)}
		lift := (trY(top) - trY(base)) * 4 / 3 // so that the middle is at the top
		bend := (to.X - from.X) / 10
		var path vg.Path
		path.Move(from)
		path.CubeTo(vg.Point{X: from.X + bend, Y: from.Y + lift}, vg.Point{X: to.X - bend, Y: to.Y + lift}, to)
		c.SetLineStyle(arcStyle(kind))
		c.Stroke(path)
	})
}

// Chart returns the interactive figure.
func (f PairArcs) Chart() string {
	p, err := f.Plot()
	if err != nil {
		return ""
	}
	c := newChart(f.Meta)
	n := len(f.Letters)
	strip, above, below := f.sides()
	var lines [3][][]float64
	f.eachArc(func(i, j int, base, top float64, kind int) {
		a, b, lift := float64(i), float64(j), base+(top-base)*4/3
		bend := (b - a) / 10
		lines[kind] = append(lines[kind], []float64{a, base, shortest(a + bend), shortest(lift), shortest(b - bend),
			shortest(lift), b, base})
	})
	var series []object
	if n <= lettersFit {
		data := make([][]any, n)
		for k, letter := range f.Letters {
			data[k] = []any{k + 1, 0, string(letter)}
		}
		series = append(series, lettering("letters", ink, 1.2*strip, data))
	} else {
		series = append(series, strokes("letters", grey, 1, false, [][]float64{{1, 0, float64(n), 0}}))
	}
	for kind, name := range pairNames {
		if kind == arcRight || f.True != nil {
			series = append(series, strokes(name, pairColor(kind), 1.5, kind == arcMissed, lines[kind]))
		}
	}
	c.Legend["data"] = kindsOf(f.Pairs, f.True).names(f.True)
	y := valueAxis(p.Y, Axis{})
	y["bare"] = true
	x := valueAxis(p.X, Axis{})
	x["bare"] = true
	inner := math.Round(60 + 760*(2*strip+above+below)/math.Max(1, math.Max(float64(n), 26)))
	c.add(object{"inner": inner}, x, y, series)
	return c.text()
}

func (f PairArcs) alt() []string { return altPairs(f.Letters, f.Pairs, f.True) }
