package kernels_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// small are 24 examples and three kernels of them, by formulas, with targets, two labels, three labels and weights.
type small struct {
	x                                *linalg.Dense
	grams                            []toolkit.Gram
	targets, labels, classes, weight []float64
}

func newSmall() small {
	const n = 24
	s := small{x: linalg.NewDense(n, 3, nil)}
	for i := range n {
		v := float64(i)
		row := s.x.Row(i)
		row[0], row[1], row[2] = math.Sin(1.3*v), math.Cos(0.7*v*v), math.Sin(0.3*v+1)
		t := math.Sin(2*row[0]) + row[1]*row[2] + 0.3*math.Cos(5*v)
		class := 0.
		if t > -0.3 {
			class++
		}
		if t > 0.4 {
			class++
		}
		label := -1.
		if t > 0 {
			label = 1
		}
		s.targets, s.labels, s.classes = append(s.targets, t), append(s.labels, label), append(s.classes, class)
		s.weight = append(s.weight, float64(1+i%3))
	}
	for _, k := range []kernel.Kernel{kernel.Gaussian{Variance: 0.5}, kernel.Linear{}, kernel.Quadratic{Offset: 1}} {
		s.grams = append(s.grams, kernel.NewColumns(k, s.x))
	}
	return s
}

// data are what a loss learns from.
func (s small) data(l toolkit.Loss) kernels.Data {
	d := kernels.Data{Grams: s.grams, Y: s.targets, Weights: s.weight}
	if of, ok := l.(loss.Labelled); ok {
		d.Y = s.classes
		if of.Binary() {
			d.Y = s.labels
		}
	}
	return d
}

// optima are minima by CVXPY with Clarabel, at 1e-12: λ, μ and p of the machine, with an intercept.
var optima = []struct {
	of    toolkit.Loss
	cases []optimum
}{
	{loss.Hinge{}, []optimum{
		{0, 0.05, 2, 0.185202247104},
		{0.05, 0, 2, 0.204521404649},
		{0.03, 0.02, 2, 0.213596790171},
		{0, 0.05, 1, 0.263467779237},
		{0, 0.05, 1.5, 0.229150133351},
		{0, 0.005, 1, 0.0418290049607},
		{0, 0.0005, 1, 0.00418290049834},
	}},
	{loss.EpsilonInsensitive{Epsilon: 0.1}, []optimum{
		{0, 0.05, 2, 0.0695523363081},
		{0.05, 0, 2, 0.125090099322},
		{0.03, 0.02, 2, 0.105120275066},
		{0, 0.05, 1, 0.116994538592},
		{0, 0.05, 1.5, 0.0850025546744},
		{0, 0.005, 1, 0.0247500820433},
		{0, 0.0005, 1, 0.00268177689447},
	}},
	{loss.Quantile{Tau: 0.3}, []optimum{
		{0, 0.05, 2, 0.0731059152385},
		{0.05, 0, 2, 0.118491260257},
		{0.03, 0.02, 2, 0.104133538001},
		{0, 0.05, 1, 0.0935151592425},
		{0, 0.05, 1.5, 0.0821370875223},
		{0, 0.005, 1, 0.0350055323375},
		{0, 0.0005, 1, 0.00556028098547},
	}},
	{loss.Squared{}, []optimum{
		{0, 0.05, 2, 0.0406690765144},
		{0.05, 0, 2, 0.0783657781414},
		{0.03, 0.02, 2, 0.068222497947},
		{0, 0.05, 1, 0.0533964779531},
		{0, 0.05, 1.5, 0.0472568908292},
	}},
	{loss.Logistic{}, []optimum{
		{0, 0.05, 2, 0.296562580994},
		{0.05, 0, 2, 0.32264537342},
		{0.03, 0.02, 2, 0.330973141317},
		{0, 0.05, 1, 0.338458750608},
		{0, 0.05, 1.5, 0.32109181966},
	}},
	{loss.Multinomial{}, []optimum{
		{0, 0.05, 2, 0.405058656398},
		{0.05, 0, 2, 0.391265606597},
		{0.03, 0.02, 2, 0.430399707048},
		{0, 0.05, 1, 0.469227559479},
		{0, 0.05, 1.5, 0.443217803046},
	}},
}

type optimum struct{ lambda, mu, norm, want float64 }

// TestOptima: every loss with every way to combine kernels ends at the minimum, within its gap, and predicts what it
// has learnt.
func TestOptima(t *testing.T) {
	t.Parallel()
	s := newSmall()
	for _, o := range optima {
		l := o.of
		for _, c := range o.cases {
			m, err := kernels.Machine{
				Loss: l, Lambda: c.lambda, Mu: c.mu, Norm: c.norm, Intercept: true, Tol: 1e-9,
			}.Fit(t.Context(), s.data(l))
			if err != nil {
				t.Fatalf("%v, %+v: %v", l, c, err)
			}
			off := m.Head.Objective - c.want
			if math.Abs(off) > 1e-8*c.want || off > m.Head.Gap+1e-10 || !(m.Head.Gap <= 1e-8*c.want) {
				t.Errorf("%v, %+v: P is %.11g, off by %g, gap %g, %v by %s after %d", l, c, m.Head.Objective, off, m.Head.Gap,
					m.Head.Status, m.Head.Method, m.Head.Iterations)
			}
		}
	}
}
