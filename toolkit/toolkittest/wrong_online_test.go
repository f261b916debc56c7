package toolkittest_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// ofDot is a kernel made of a function.
type ofDot func(xz, xx, zz float64) float64

func (k ofDot) OfDot(xz, xx, zz float64) float64 { return k(xz, xx, zz) }

func TestWrongKernels(t *testing.T) {
	t.Parallel()
	for _, k := range []kernel.Kernel{kernel.Linear{}, kernel.Gaussian{Variance: 2}, kernel.Quadratic{Offset: 1}} {
		if err := toolkittest.Kernel(k, 3); err != nil {
			t.Error(err)
		}
	}
	for what, c := range map[string]struct {
		k     ofDot
		words string
	}{
		"a distance": {
			func(xz, xx, zz float64) float64 { return xx + zz - 2*xz },
			"The kernel is not positive semidefinite: Σ c_i c_j k(x_i, x_j) = -",
		},
		"a negative one": {func(xz, _, _ float64) float64 { return -xz }, "The kernel is not positive semidefinite"},
		"a sigmoid": {
			func(xz, _, _ float64) float64 { return math.Tanh(xz - 1) },
			"The kernel is not positive semidefinite",
		},
		"one not the same": {func(xz, xx, _ float64) float64 { return xz + xx }, "The kernel is not symmetric"},
		"a quotient":       {func(xz, xx, zz float64) float64 { return xz / math.Sqrt(xx*zz) }, "The kernel is not finite"},
	} {
		expect(t, what, toolkittest.Kernel(c.k, 3), c.words, "on 3 dimensions")
	}
	far := []float64{100, 0, 0}
	away := ofDot(func(xz, xx, zz float64) float64 {
		if xx > 5000 {
			return -1
		}
		return xz
	})
	expect(t, "points of one's own", toolkittest.Kernel(away, 3, toolkittest.Points(far)), "x_1 = [100 0 0]")
}

// features are those of four examples, and a model of two groups on them, one of which has two families.
func features() (x *linalg.Dense, create func() *params.Model) {
	rng := rand.New(rand.NewPCG(1, 2))
	x = linalg.NewDense(4, 2, nil)
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	gram, err := kernel.Gram(context.Background(), kernel.Gaussian{Variance: 1}, x)
	if err != nil {
		panic(err)
	}
	return x, func() *params.Model {
		explicit := []params.Block{params.NewExplicit(0, x, 3), params.NewExplicit(1, linalg.Identity(3), 3)}
		return params.NewModel(explicit, []params.Block{params.NewKernel(0, gram, 3)})
	}
}

// Stores that spoil a model.
type (
	staleNorm  struct{ *params.Model }
	noScale    struct{ *params.Model }
	overwrites struct{ *params.Model }
	doubles    struct{ *params.Model }
	noCross    struct{ *params.Model }
	lostBlock  struct{ *params.Model }
	notZero    struct{ *params.Model }
	firstRow   struct{ *params.Model }
)

func (s staleNorm) Norm(k int) float64 {
	return max(0, s.Model.Norm(k)-1e-3*s.Model.Norm(k)*s.Model.Norm(k)*s.Model.Norm(1-k))
}
func (s noScale) Scale(k int, c float64) {
	if c != 0.5 && (c < 0.9 || c > 1.1) {
		s.Model.Scale(k, c)
	}
}
func (s overwrites) Scores(dst []float64, family, row int) {
	clear(dst)
	s.Model.Scores(dst, family, row)
}
func (s doubles) Add(step float64, u *toolkit.Update) {
	s.Model.Add(step, u)
	if len(u.Parts) > 1 {
		s.Model.Add(step, u)
	}
}
func (s noCross) InnerProducts(u *toolkit.Update) (inner, squared float64) {
	inner, _ = s.Model.InnerProducts(u)
	for _, a := range u.Parts {
		_, part := s.Model.InnerProducts(&toolkit.Update{Parts: []toolkit.Part{a}})
		squared += part
	}
	return inner, squared
}
func (s lostBlock) InnerProducts(u *toolkit.Update) (inner, squared float64) {
	_, squared = s.Model.InnerProducts(u)
	return 0, squared
}
func (s firstRow) ScoreRows(dst []float64, family, lo, hi int) {
	s.Model.ScoreRows(dst[:len(dst)/max(1, hi-lo)], family, lo, min(hi, lo+1))
}
func (s notZero) Norm(k int) float64 { return 1 + s.Model.Norm(k) }

func TestWrongParams(t *testing.T) {
	t.Parallel()
	_, create := features()
	families := []toolkittest.Family{{Rows: 4, Cols: 3}, {Rows: 3, Cols: 3}}
	if err := toolkittest.Params(func() toolkit.Params { return create() }, families); err != nil {
		t.Error(err)
	}
	for what, c := range map[string]struct {
		spoil func(m *params.Model) toolkit.Params
		words string
	}{
		"a norm not kept up":   {func(m *params.Model) toolkit.Params { return staleNorm{m} }, "Norm is wrong after"},
		"a scale left out":     {func(m *params.Model) toolkit.Params { return noScale{m} }, "is wrong after"},
		"scores overwritten":   {func(m *params.Model) toolkit.Params { return overwrites{m} }, "Scores is wrong after"},
		"a step twice as long": {func(m *params.Model) toolkit.Params { return doubles{m} }, "is wrong after"},
		"no cross products":    {func(m *params.Model) toolkit.Params { return noCross{m} }, "InnerProducts is wrong after"},
		"no inner product":     {func(m *params.Model) toolkit.Params { return lostBlock{m} }, "⟨θ, u⟩"},
		"the first row alone":  {func(m *params.Model) toolkit.Params { return firstRow{m} }, "ScoreRows is wrong after"},
		"not 0 at first": {
			func(m *params.Model) toolkit.Params { return notZero{m} },
			"A new store is not 0: group 0 has norm 1",
		},
	} {
		expect(t, what, toolkittest.Params(func() toolkit.Params { return c.spoil(create()) }, families), c.words)
	}
	other := []toolkittest.Family{{Rows: 4, Cols: 5}}
	expect(t, "families of another store", toolkittest.Params(func() toolkit.Params { return create() }, other),
		"panics: ")
}

// spoiled is the oracle of a linear model, but for a function that spoils it.
type spoiled struct {
	linear
	grad func(o linear, i int, p toolkit.Params, u *toolkit.Update) float64
}

// linear is the oracle of a linear model.
type linear struct{ loss toolkit.Separable }

func (o linear) Len() int { return o.loss.Len() }

func (o linear) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	f := make([]float64, 1)
	p.Scores(f, 0, i)
	loss, slope := o.loss.At(i, f[0])
	u.Reset()
	u.Add(0, i, 0, slope)
	return loss
}

func (s spoiled) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	return s.grad(s.linear, i, p, u)
}

func TestWrongOracles(t *testing.T) {
	t.Parallel()
	x, _ := features()
	create := func() toolkit.Params { return params.NewModel([]params.Block{params.NewExplicit(0, x, 1)}) }
	o := linear{loss.Logistic{Y: []float64{1, -1, 1, 1}}}
	if err := toolkittest.Oracle(o, create); err != nil {
		t.Error(err)
	}
	for what, c := range map[string]struct {
		grad  func(o linear, i int, p toolkit.Params, u *toolkit.Update) float64
		words string
	}{
		"another sign": {func(o linear, i int, p toolkit.Params, u *toolkit.Update) float64 {
			loss := o.Grad(i, p, u)
			u.Parts[0].Value *= -1
			return loss
		}, "Grad is not a subgradient: of example"},
		"another row": {func(o linear, i int, p toolkit.Params, u *toolkit.Update) float64 {
			loss := o.Grad(i, p, u)
			u.Parts[0].Row = (i + 1) % 4
			return loss
		}, "The loss is below its tangent"},
		"no reset": {func(o linear, i int, p toolkit.Params, u *toolkit.Update) float64 {
			old := u.Parts
			scratch := &toolkit.Update{}
			loss := o.Grad(i, p, scratch)
			u.Parts = slices.Concat(old, scratch.Parts)
			return loss
		}, "does not reset the update"},
		"a step of its own": {func(o linear, i int, p toolkit.Params, u *toolkit.Update) float64 {
			loss := o.Grad(i, p, u)
			p.Add(-0.1, u)
			return loss
		}, "Grad changes the store"},
		"NaN swallowed": {func(o linear, i int, p toolkit.Params, u *toolkit.Update) float64 {
			loss := o.Grad(i, p, u)
			u.Parts[0].Value = noNaN(u.Parts[0].Value)
			return noNaN(loss)
		}, "Grad swallows NaN"},
		"an infinite loss": {func(o linear, i int, p toolkit.Params, u *toolkit.Update) float64 {
			o.Grad(i, p, u)
			return math.Inf(1)
		}, "Grad's loss is +Inf"},
		"nothing read": {func(_ linear, _ int, _ toolkit.Params, u *toolkit.Update) float64 {
			u.Reset()
			return 0
		}, "Grad reads no scores"},
	} {
		expect(t, what, toolkittest.Oracle(spoiled{o, c.grad}, create), c.words)
	}
	expect(t, "no examples", toolkittest.Oracle(linear{loss.Logistic{}}, create), "there is nothing to check")
}
