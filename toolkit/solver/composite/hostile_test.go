package composite_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// hostile is a drawn problem, as numbers alone: what another solver is asked, too.
type hostile struct {
	Seed          uint64
	Terms         []part
	Ridge, Linear []float64
	Units         []float64 // x_j is of their order
	Made          string    // "infeasible" or "unbounded" where it was made so, else ""
}

// part is a function of a kind, with numbers that the kind says, behind rows.
type part struct {
	Kind    string
	Numbers []float64
	Groups  [][]int
	Rows    [][]float64
}

func (p part) function() toolkit.Proxable {
	n := p.Numbers
	switch p.Kind {
	case "quantile":
		return terms.Loss{Of: loss.Quantile{Y: n[1:], Tau: n[0]}}
	case "squared":
		return terms.Loss{Of: loss.Squared{Y: n}}
	case "hinge":
		return terms.Loss{Of: loss.Hinge{Y: n}}
	case "logistic":
		return terms.Loss{Of: loss.Logistic{Y: n}}
	case "l1":
		return terms.L1{L1: prox.L1{Lambda: n[0]}}
	case "groups":
		return terms.L21{L21: prox.L21{Lambda: n[0], Groups: p.Groups}}
	case "maxima":
		return terms.L1Inf{L1Inf: prox.L1Inf{Lambda: n[0], Groups: p.Groups}}
	case "point":
		return sets.Point(n...)
	case "below":
		return sets.Box{Upper: n}
	case "above":
		return sets.Box{Lower: n}
	case "simplex":
		return sets.Simplex{Sum: n[0]}
	case "monotone":
		return sets.Monotone{}
	case "l1-ball":
		return sets.L1Ball{Radius: n[0]}
	case "l2-ball":
		return sets.L2Ball{Radius: n[0]}
	case "cone":
		return sets.SecondOrderCone{}
	}
	panic("no such kind: " + p.Kind)
}

func (h hostile) problem() *composite.Problem {
	p := &composite.Problem{Ridge: h.Ridge, Linear: h.Linear}
	for _, t := range h.Terms {
		var data []float64
		for _, row := range t.Rows {
			data = append(data, row...)
		}
		var k linalg.Map = linalg.NewDense(len(t.Rows), len(h.Units), data)
		if t.Kind != "quantile" && t.Kind != "squared" && t.Kind != "hinge" && t.Kind != "logistic" {
			k = linalg.ToCSR(k)
		}
		p.Terms = append(p.Terms, composite.Term{Function: t.function(), Map: k})
	}
	return p
}

// drawing is a problem that is being drawn, with a point x that constraints are to hold at.
type drawing struct {
	hostile
	*rand.Rand
	a     [][]float64
	x, f  []float64 // x, and the rows' products with it
	size  float64   // of f
	whole [][]float64
}

func (d *drawing) add(kind string, rows [][]float64, groups [][]int, numbers ...float64) {
	d.Terms = append(d.Terms, part{kind, numbers, groups, rows})
}

// drawHostile draws a problem: duplicate, constant, zero and collinear columns, one example, more columns than rows,
// columns in units of 10^±6, constraints that leave a point, or contradict each other, or nothing that holds x back.
func drawHostile(seed uint64) hostile {
	d := &drawing{hostile: hostile{Seed: seed}, Rand: rand.New(rand.NewPCG(seed, 42))}
	n, c := []int{1, 2, 5, 12, 25}[d.IntN(5)], 1+d.IntN(10)
	d.columns(n, c)
	d.x = make([]float64, c)
	for j := range d.x {
		if d.x[j] = d.NormFloat64() * d.Units[j]; d.IntN(3) == 0 {
			d.x[j] = 0
		}
	}
	constraints := []int{0, 1, 1, 2, 3}[d.IntN(5)]
	shape := ""
	if constraints > 0 {
		shape = []string{"", "monotone", "simplex", "cone", "l1-ball", "l2-ball"}[d.IntN(6)]
	}
	d.shape(shape)
	for _, row := range d.a {
		d.f = append(d.f, floats.Dot(row, d.x))
	}
	d.size = math.Max(floats.Norm(d.f, math.Inf(1)), 1e-3)
	d.loss(n)
	for range d.IntN(3) {
		d.penalty(c)
	}
	for range constraints {
		d.constraint()
	}
	switch d.IntN(12) {
	case 0, 1:
		d.contradict()
	case 2:
		d.release()
	case 3:
		d.Linear = make([]float64, c)
		for j, u := range d.Units {
			d.Linear[j] = 0.1 * d.size * d.NormFloat64() / u
		}
	}
	if d.Made == "" && d.IntN(4) == 0 {
		d.Ridge = make([]float64, c)
		for j, u := range d.Units {
			d.Ridge[j] = math.Pow(10, -float64(d.IntN(5))) * d.size / (u * u)
		}
	}
	return d.hostile
}

// columns draws the rows of the loss.
func (d *drawing) columns(n, c int) {
	d.a, d.Units = make([][]float64, n), make([]float64, c)
	for i := range d.a {
		d.a[i] = make([]float64, c)
		for j := range d.a[i] {
			d.a[i][j] = d.NormFloat64()
		}
	}
	scaled := d.IntN(3) == 0
	for j := range c {
		what, from := d.IntN(14), d.IntN(c)
		for i := range d.a {
			switch row := d.a[i]; what {
			case 0:
				row[j] = row[from]
			case 1:
				row[j] = 1
			case 2:
				row[j] = 0
			case 3:
				row[j] = row[from] + row[(from+1)%c]
			case 4:
				row[j] = row[from] * (1 + 1e-7*d.NormFloat64())
			}
		}
		if d.Units[j] = 1; scaled {
			d.Units[j] = math.Pow(10, float64(d.IntN(13)-6))
		}
		unit := make([]float64, c)
		unit[j] = 1
		d.whole = append(d.whole, unit)
	}
	for _, row := range d.a {
		floats.Div(row, d.Units)
	}
}

// shape adds a set that x is brought into, of numbers in the columns' units.
func (d *drawing) shape(kind string) {
	floats.Div(d.x, d.Units)
	defer floats.Mul(d.x, d.Units)
	var rows [][]float64
	for j, u := range d.Units {
		rows = append(rows, floats.ScaleTo(make([]float64, len(d.x)), 1/u, d.whole[j]))
	}
	switch kind {
	case "monotone":
		slices.Sort(d.x)
		d.add(kind, rows, nil)
	case "simplex":
		for j := range d.x {
			d.x[j] = math.Abs(d.x[j])
		}
		if sum := floats.Sum(d.x); sum > 0 {
			d.add(kind, rows, nil, sum)
		}
	case "cone":
		d.x[0] = floats.Norm(d.x[1:], 2) * (1 + d.Float64())
		d.add(kind, rows, nil)
	case "l1-ball", "l2-ball":
		order := float64(kind[1] - '0')
		d.add(kind, rows, nil, 0.1+floats.Norm(d.x, order)*(0.5+0.5*float64(d.IntN(2))))
		if got := d.Terms[0].Numbers[0]; floats.Norm(d.x, order) > got {
			floats.Scale(got/floats.Norm(d.x, order), d.x)
		}
	}
}

func (d *drawing) loss(n int) {
	noise, y, labels := math.Pow(10, -float64(d.IntN(4))), make([]float64, n), make([]float64, n)
	for i, f := range d.f {
		y[i] = f + noise*d.size*d.NormFloat64()
		labels[i] = math.Copysign(1, f+noise*d.size*d.NormFloat64())
	}
	switch d.IntN(8) {
	case 0, 1, 2:
		d.add("quantile", d.a, nil, append([]float64{0.1 + 0.2*float64(d.IntN(5))}, y...)...)
	case 3, 4:
		d.add("squared", d.a, nil, y...)
	case 5, 6:
		d.add("hinge", d.a, nil, labels...)
	default:
		d.add("logistic", d.a, nil, labels...)
	}
}
