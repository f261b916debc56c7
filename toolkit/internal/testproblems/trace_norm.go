package testproblems

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// TraceNorm is a random problem Σ_i c_i ℓ_i(Wᵀx_i) + λ‖W‖_* of D features and K outputs, with a plain form of its loss.
type TraceNorm struct {
	X         *linalg.Dense
	Loss      toolkit.MultiOutput
	D, K      int
	Lambda    float64                         // a share of λ_max; 0 where there is nothing to learn
	plain     func(grad, w []float64) float64 // the loss, and its gradient, d×k, at W
	curvature float64                         // of the loss of an example
}

// RandomTraceNorm draws squared, multinomial and multi-task logistic losses in turn, one problem in twenty with d and
// k up to 40 and the others with up to 10.
func RandomTraceNorm(trial uint64) *TraceNorm {
	rng := rand.New(rand.NewPCG(trial, 90))
	size := 10
	if trial%20 == 0 {
		size = 40
	}
	n, d, k := 5+rng.IntN(2*size), 1+rng.IntN(size), 1+rng.IntN(size)
	p := &TraceNorm{X: linalg.NewDense(n, d, Normal(rng, n*d, 1)), D: d, K: k}
	switch trial % 3 {
	case 0:
		p.squared(Normal(rng, n*k, 1))
	case 1:
		p.multinomial(Labels(rng, n, k))
	default:
		task, y := Labels(rng, n, k), make([]float64, n)
		for i := range y {
			y[i] = float64(2*rng.IntN(2) - 1)
		}
		p.tasks(task, y)
	}
	share := []float64{0.7, 0.3, 0.1}[rng.IntN(3)]
	grad := make([]float64, d*k)
	p.plain(grad, make([]float64, d*k))
	p.Lambda = share * mat.Norm(mat.NewDense(d, k, grad), 2)
	return p
}

func (p *TraceNorm) squared(y []float64) {
	p.Loss, p.curvature = loss.SquaredOutputs{Y: y, K: p.K}, 1
	p.plain = p.mean(func(u []float64, i int, f []float64) (value float64) {
		for c := range f {
			u[c] = f[c] - y[i*p.K+c]
			value += u[c] * u[c] / 2
		}
		return value
	})
}

func (p *TraceNorm) multinomial(y []int) {
	p.Loss, p.curvature = loss.Multinomial{Y: y, K: p.K}, 0.5
	p.plain = p.mean(func(u []float64, i int, f []float64) float64 {
		total := floats.LogSumExp(f)
		for c := range f {
			u[c] = math.Exp(f[c] - total)
		}
		u[y[i]]--
		return total - f[y[i]]
	})
}

func (p *TraceNorm) tasks(task []int, y []float64) {
	p.Loss, p.curvature = loss.Tasks{Of: loss.Logistic{Y: y}, Task: task, K: p.K}, 0.25
	p.plain = p.mean(func(u []float64, i int, f []float64) float64 {
		margin := y[i] * f[task[i]]
		clear(u)
		u[task[i]] = -y[i] / (1 + math.Exp(margin))
		return math.Log1p(math.Exp(-margin))
	})
}

// mean is the mean loss over examples, and its gradient, from that of one example.
func (p *TraceNorm) mean(of func(u []float64, i int, f []float64) float64) func(grad, w []float64) float64 {
	return func(grad, w []float64) (sum float64) {
		clear(grad)
		f, u := make([]float64, p.K), make([]float64, p.K)
		for i := range p.X.R {
			clear(f)
			for j, v := range p.X.Row(i) {
				floats.AddScaled(f, v, w[j*p.K:(j+1)*p.K])
			}
			sum += of(u, i, f) / float64(p.X.R)
			for j, v := range p.X.Row(i) {
				floats.AddScaled(grad[j*p.K:(j+1)*p.K], v/float64(p.X.R), u)
			}
		}
		return sum
	}
}

// Minimum is the least objective that proximal gradient finds with a fixed step, momentum and restarts, on the plain
// form, with a full decomposition a step. It shares no code with the solvers.
func (p *TraceNorm) Minimum() float64 {
	size := p.D * p.K
	norm := mat.Norm(mat.NewDense(p.X.R, p.D, p.X.Data), 2)
	lipschitz := p.curvature * norm * norm / float64(p.X.R)
	w, y, grad := make([]float64, size), make([]float64, size), make([]float64, size)
	best, objective, t := math.Inf(1), 0., 1.
	for range 4000 {
		p.plain(grad, y)
		next := make([]float64, size)
		floats.AddScaledTo(next, y, -1/lipschitz, grad)
		trace := threshold(next, p.D, p.K, p.Lambda/lipschitz)
		value := p.plain(grad, next) + p.Lambda*trace
		if value > objective && t > 1 {
			t = 1
		}
		objective = value
		best = math.Min(best, value)
		step := floats.Distance(next, w, 2)
		after := (1 + math.Sqrt(1+4*t*t)) / 2
		for i := range y {
			y[i] = next[i] + (t-1)/after*(next[i]-w[i])
		}
		w, t = next, after
		if step <= 1e-10*(1e-10+floats.Norm(w, 2)) {
			break
		}
	}
	return best
}

// threshold lowers the singular values of a d×k matrix by c, those below to 0, and returns their sum.
func threshold(w []float64, d, k int, c float64) (trace float64) {
	var svd mat.SVD
	svd.Factorize(mat.NewDense(d, k, w), mat.SVDThin)
	values := svd.Values(nil)
	for j := range values {
		values[j] = math.Max(0, values[j]-c)
	}
	var u, v, us, out mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	us.Mul(&u, mat.NewDiagDense(len(values), values))
	out.Mul(&us, v.T())
	copy(w, out.RawMatrix().Data)
	return floats.Sum(values)
}
