package structures

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/structured/rna/energies"
)

// prior is what weights are held to, ½ Σ_k d_k (w_k − m_k)². In v_k = √d_k (w_k − m_k) it is ½‖v‖².
type prior struct{ mean, root []float64 } // m and √d

// prior is that of the settings, with λ.
func (c RNA) prior(lambda float64) prior {
	p := prior{make([]float64, c.features()), make([]float64, c.features())}
	if c.Energies {
		copy(p.mean, energies.Turner2004())
	}
	for k := range p.root {
		p.root[k] = math.Sqrt(lambda)
	}
	for g, group := range rna.Groups() {
		for k := group.First; c.Strengths != nil && k < min(group.Last, len(p.root)); k++ {
			p.root[k] = math.Sqrt(lambda * c.Strengths[g])
		}
	}
	return p
}

// features is how many are learned.
func (c RNA) features() int {
	if c.Energies {
		return rna.Extended
	}
	return rna.Features
}

// weights writes w of v.
func (p prior) weights(w, v []float64) {
	for k := range w {
		w[k] = p.mean[k] + v[k]/p.root[k]
	}
}

// variables writes v of w; nil is the mean.
func (p prior) variables(w []float64) []float64 {
	v := make([]float64, len(p.mean))
	for k := range w {
		v[k] = p.root[k] * (w[k] - p.mean[k])
	}
	return v
}

// likelihood is the mean loss of examples as a function of the weights.
func (c RNA) likelihood(examples []rna.Example) (*bundle.Oracle, error) {
	return bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
		rows := params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(c.features()), 1)})
		if c.CRF {
			return &rna.CRF{Examples: examples, Extended: c.Energies}, rows
		}
		return &rna.Hinge{Examples: examples}, rows
	})
}

// halfLearned is one half of the examples, and the weights it has taught; the other is held out.
type halfLearned struct {
	train, test []rna.Example
	weights     []float64
}

// strengthen finds strengths by the gradient of the loss of each half when the other has taught: with w the minimum of
//
//	P(w) = ½ (w − m)ᵀ D (w − m) + ℓ(w),  D = λ diag(s),
//
// the derivative of a held-out loss h(w) by log s_g is −Σ_{k∈g} d_k (w_k − m_k) z_k, (D + ∇²ℓ) z = ∇h. Steps go by the
// signs of the derivatives: they grow by 1.2 and halve where one turns (Riedmiller and Braun, A Direct Adaptive Method for
// Faster Backpropagation Learning: The RPROP Algorithm, 1993). The strengths are those of the least held-out loss.
//
// Source: Do, Foo, Ng, Efficient Multiple Hyperparameter Learning for Log-Linear Models, NIPS 2007.
func (c RNA) strengthen(ctx context.Context, examples []rna.Example) ([]float64, error) {
	const most = 8 // of |log s|
	groups := len(rna.Groups())
	at, step, before := make([]float64, groups), make([]float64, groups), make([]float64, groups)
	for g := range step {
		step[g] = 1
	}
	first, second := c.halves(examples, 0, 0)
	parts := []*halfLearned{{train: first, test: second}, {train: second, test: first}}
	best, least := make([]float64, groups), math.Inf(1)
	for range c.StrengthSteps {
		c.Strengths = exponentials(at)
		slope, loss := make([]float64, groups), 0.0
		for _, p := range parts {
			h, err := c.slope(ctx, p, c.Lambda*float64(len(examples))/float64(len(p.train)), slope, 8)
			if err != nil {
				return nil, err
			}
			loss += h / float64(len(parts))
		}
		if loss < least {
			least = loss
			copy(best, at)
		}
		c.watchStrengths(loss)
		for g, d := range slope {
			switch turn := d * before[g]; {
			case turn > 0:
				step[g] = min(step[g]*1.2, 2)
			case turn < 0:
				step[g], d = step[g]/2, 0
			}
			before[g] = d
			if d != 0 {
				at[g] = min(max(at[g]-math.Copysign(step[g], d), -most), most)
			}
		}
	}
	return exponentials(best), nil
}

func exponentials(logs []float64) []float64 {
	out := slices.Clone(logs)
	for k, v := range logs {
		out[k] = math.Exp(v)
	}
	return out
}

// slope learns from a half, adds the derivatives of the other's loss to slope, and returns that loss. The steps of
// conjugate gradients may be few, as signs are what is asked for.
func (c RNA) slope(
	ctx context.Context, part *halfLearned, lambda float64, slope []float64, steps int,
) (float64, error) {
	c.Choose, c.Watch = false, nil
	m, err := c.train(ctx, part.train, part.weights, lambda)
	if err != nil {
		return 0, err
	}
	part.weights = m.Weights
	train, err := c.likelihood(part.train)
	if err != nil {
		return 0, err
	}
	test, err := c.likelihood(part.test)
	if err != nil {
		return 0, err
	}
	g, here := make([]float64, len(m.Weights)), make([]float64, len(m.Weights))
	loss, err := test.Subgradient(ctx, g, m.Weights)
	if err != nil {
		return 0, err
	}
	if _, err := train.Subgradient(ctx, here, m.Weights); err != nil {
		return 0, err
	}
	p := c.prior(lambda)
	diagonal := observedCounts(part.train, len(g))
	for k := range diagonal {
		diagonal[k] += p.root[k] * p.root[k]
	}
	z, err := conjugateGradients(g, diagonal, steps, func(dst, z []float64) error {
		short := 1e-4 / max(floats.Norm(z, math.Inf(1)), math.SmallestNonzeroFloat64)
		moved := slices.Clone(m.Weights)
		floats.AddScaled(moved, short, z)
		if _, err := train.Subgradient(ctx, dst, moved); err != nil {
			return err
		}
		for k := range dst {
			dst[k] = (dst[k]-here[k])/short + p.root[k]*p.root[k]*z[k]
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	for at, group := range rna.Groups() {
		for k := group.First; k < min(group.Last, len(g)); k++ {
			slope[at] -= p.root[k] * p.root[k] * (m.Weights[k] - p.mean[k]) * z[k]
		}
	}
	return loss, nil
}

// conjugateGradients solves Hz = g to a share of 1/steps, or ends after so many.
func conjugateGradients(
	g, diagonal []float64, steps int, times func(dst, z []float64) error,
) ([]float64, error) {
	z, r, s := make([]float64, len(g)), slices.Clone(g), make([]float64, len(g))
	floats.DivTo(s, r, diagonal)
	direction, h := slices.Clone(s), make([]float64, len(g))
	rs := floats.Dot(r, s)
	for begun, k := rs, 0; k < steps && rs*float64(steps)*float64(steps) > begun; k++ {
		if err := times(h, direction); err != nil {
			return nil, err
		}
		curve := floats.Dot(direction, h)
		if !(curve > 0) {
			break
		}
		floats.AddScaled(z, rs/curve, direction)
		floats.AddScaled(r, -rs/curve, h)
		floats.DivTo(s, r, diagonal)
		next := floats.Dot(r, s)
		floats.AddScaledTo(direction, s, next/rs, direction)
		rs = next
	}
	return z, nil
}

// observedCounts are the mean counts of features, as many as there are weights.
func observedCounts(examples []rna.Example, features int) []float64 {
	out := make([]float64, features)
	for _, e := range examples {
		rna.CountExtended(e.X, e.Y, func(feature int, count float64) {
			if feature < features {
				out[feature] += count / float64(len(examples))
			}
		})
	}
	return out
}
