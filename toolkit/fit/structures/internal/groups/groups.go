// Package groups holds weights to a mean, group by group, and finds how strongly by what is held out.
package groups

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// Prior is what weights are held to, ½ Σ_k d_k (w_k − m_k)². In v_k = √d_k (w_k − m_k) it is ½‖v‖².
type Prior struct{ Mean, Root []float64 } // m and √d

// NewPrior is d = λs by groups; of s = nil, and outside of all groups, d = λ.
func NewPrior(mean []float64, lambda float64, s []float64) Prior {
	p := Prior{mean, make([]float64, len(mean))}
	for k := range p.Root {
		p.Root[k] = math.Sqrt(lambda)
	}
	for g := range s {
		group := rna.Groups()[g]
		for k := group.First; k < min(group.Last, len(mean)); k++ {
			p.Root[k] = math.Sqrt(lambda * s[g])
		}
	}
	return p
}

// Hold keeps the weights of groups at their mean, and those of others at 0.
func (p Prior) Hold(fixed, without []string) {
	const firmly = 1e6
	for _, g := range rna.Groups() {
		zero := slices.Contains(without, g.Name)
		for k := g.First; k < min(g.Last, len(p.Mean)) && (zero || slices.Contains(fixed, g.Name)); k++ {
			p.Root[k] = firmly
			if zero {
				p.Mean[k] = 0
			}
		}
	}
}

// Weights writes w of v.
func (p Prior) Weights(w, v []float64) {
	for k := range w {
		w[k] = p.Mean[k] + v[k]/p.Root[k]
	}
}

// Variables returns v of w; nil is the mean.
func (p Prior) Variables(w []float64) []float64 {
	v := make([]float64, len(p.Mean))
	for k := range w {
		v[k] = p.Root[k] * (w[k] - p.Mean[k])
	}
	return v
}

// Loss is the mean loss of examples: it writes the gradient.
type Loss func(ctx context.Context, gradient, w []float64) (float64, error)

// Half is one part of the examples, which teaches, and another that is held out.
type Half struct {
	Prior   func(s []float64) Prior
	Train   func(ctx context.Context, s, start []float64) (w []float64, err error)
	Taught  Loss
	HeldOut Loss
	Counts  []float64 // mean counts of features: about the diagonal of the Hessian
	weights []float64 // of the strengths before
}

// Strengthen finds s by the gradient of what halves lose on what they hold out: with w the minimum of
//
//	P(w) = ½ (w − m)ᵀ D (w − m) + ℓ(w),  D = λ diag(s),
//
// the derivative of a held-out loss h(w) by log s_g is −Σ_{k∈g} d_k (w_k − m_k) z_k, (D + ∇²ℓ) z = ∇h. Steps go by the
// signs of the derivatives: they grow by 1.2 and halve where one turns (Riedmiller and Braun, A Direct Adaptive Method
// for Faster Backpropagation Learning: The RPROP Algorithm, 1993). The strengths are those of the least held-out loss,
// which watch is told in every step.
//
// Source: Do, Foo, Ng, Efficient Multiple Hyperparameter Learning for Log-Linear Models, NIPS 2007.
func Strengthen(
	ctx context.Context, halves []*Half, steps int, watch func(loss float64),
) ([]float64, error) {
	const most = 8 // of |log s|
	n := len(rna.Groups())
	at, step, before := make([]float64, n), make([]float64, n), make([]float64, n)
	for g := range step {
		step[g] = 1
	}
	best, least := make([]float64, n), math.Inf(1)
	for range steps {
		slope, loss := make([]float64, n), 0.0
		for _, half := range halves {
			h, err := half.Slope(ctx, exponentials(at), slope, 8)
			if err != nil {
				return nil, err
			}
			loss += h / float64(len(halves))
		}
		if loss < least {
			least = loss
			copy(best, at)
		}
		watch(loss)
		for g, d := range slope {
			switch turn := d * before[g]; {
			case turn > 0:
				step[g] = min(step[g]*1.2, 2)
			case turn < 0:
				step[g], d = step[g]/2, 0
			}
			if before[g] = d; d != 0 {
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

// Slope learns, adds the derivatives of the held-out loss to slope, and returns that loss. The steps of conjugate
// gradients may be few, where signs are what is asked for.
func (h *Half) Slope(ctx context.Context, s, slope []float64, steps int) (float64, error) {
	w, err := h.Train(ctx, s, h.weights)
	if err != nil {
		return 0, err
	}
	h.weights = w
	g, here := make([]float64, len(w)), make([]float64, len(w))
	loss, err := h.HeldOut(ctx, g, w)
	if err != nil {
		return 0, err
	}
	if _, err := h.Taught(ctx, here, w); err != nil {
		return 0, err
	}
	p := h.Prior(s)
	diagonal := slices.Clone(h.Counts)
	for k := range diagonal {
		diagonal[k] += p.Root[k] * p.Root[k]
	}
	z, err := conjugateGradients(g, diagonal, steps, func(dst, z []float64) error {
		short := 1e-4 / max(floats.Norm(z, math.Inf(1)), math.SmallestNonzeroFloat64)
		moved := slices.Clone(w)
		floats.AddScaled(moved, short, z)
		if _, err := h.Taught(ctx, dst, moved); err != nil {
			return err
		}
		for k := range dst {
			dst[k] = (dst[k]-here[k])/short + p.Root[k]*p.Root[k]*z[k]
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	for at, r := range rna.Groups() {
		for k := r.First; k < min(r.Last, len(g)); k++ {
			slope[at] -= p.Root[k] * p.Root[k] * (w[k] - p.Mean[k]) * z[k]
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

// Halves are two random halves, of which the second may have more. Families, where there are names of them, stay
// together.
func Halves(
	examples []rna.Example, family func(name string) string, seed, k uint64,
) (first, second []rna.Example) {
	var families [][]rna.Example
	known := map[string]int{}
	for _, e := range examples {
		at := len(families)
		if family != nil {
			name := family(e.Name)
			if f, ok := known[name]; ok {
				at = f
			}
			known[name] = at
		}
		if at == len(families) {
			families = append(families, nil)
		}
		families[at] = append(families[at], e)
	}
	for _, at := range rand.New(rand.NewPCG(seed, k)).Perm(len(families)) {
		if len(first) < len(examples)/2 {
			first = append(first, families[at]...)
		} else {
			second = append(second, families[at]...)
		}
	}
	return first, second
}

// Counts are the mean counts of features, as many as there are weights.
func Counts(examples []rna.Example, features int) []float64 {
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

// Features is how many are learned.
func Features(extended bool) int {
	if extended {
		return rna.Extended
	}
	return rna.Features
}

// Check tells what is wrong with strengths, with how many steps they are learned in, or with names of groups.
func Check(s []float64, steps int, names ...string) error {
	var known []string
	for _, g := range rna.Groups() {
		known = append(known, g.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("there is no group of weights %.60q: they are %s", name, strings.Join(known, ", "))
		}
	}
	if groups := len(rna.Groups()); steps < 0 || s != nil && len(s) != groups {
		return fmt.Errorf("%d strengths of %d groups, learned in %d steps", len(s), groups, steps)
	}
	for g, v := range s {
		if !(v > 0) || math.IsInf(v, 1) {
			return fmt.Errorf("the strength of %s is %g: it must be positive and finite", rna.Groups()[g].Name, v)
		}
	}
	return nil
}
