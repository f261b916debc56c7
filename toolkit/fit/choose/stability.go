package choose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Stability selects the features that are selected on most halves of the data. Each half goes down a path of λ until
// more than q features have entered; Π_j is the share of halves that let feature j enter before. Those with Π_j ≥ τ
// are stable, and of features that a half selects with a chance of at most q/d, expected
//
//	E V ≤ q²/((2τ − 1) d),
//
// whatever the halves' selection does: q is the most for which that is at most Errors.
//
// Source: Meinshausen, Bühlmann, Stability Selection, J. Royal Statistical Society B 2010, Theorem 1; Shah, Samworth,
// Variable Selection with Error Control: Another Look at Stability Selection, the same 2013, whose complementary pairs
// of halves these are: Theorem 1, and Theorem 2 for Unimodal. Both are for halves drawn without regard to targets; for
// labels and tasks halves here have their share of each.
type Stability struct {
	// Errors bounds the expected number of features selected by mistake; 0 for 1.
	Errors float64
	// Threshold is τ, above ½ and at most 1; 0 for 0.75.
	Threshold float64
	// Pairs of halves; 0 for 50.
	Pairs int
}

// Stable is what stability selection found.
type Stable struct {
	Frequency []float64 // Π_j by feature
	Selected  []int     // the features that are stable, from 0
	Threshold float64   // τ, raised to a multiple of 1/(2 Pairs)
	Most      int       // q
	Mean      float64   // how many features a half selected on average
	// Bound is that of E V; Unimodal is a smaller one which holds where the Π_j of such features have distributions with
	// one mode, NaN where τ is too small for it.
	Bound, Unimodal float64
}

// stabilityPath are the λ that a half goes down: so many, from λ_max to such a share of it.
const (
	stabilitySteps = 100
	stabilityLeast = 1e-3
)

// Select finds the features by pairs of halves, which the problem's seed deals. λ is not looked at, μ is as it is.
func (s Stability) Select(ctx context.Context, of Learner) (*Stable, error) {
	s.Errors, s.Threshold, s.Pairs = cmp.Or(s.Errors, 1), cmp.Or(s.Threshold, 0.75), cmp.Or(s.Pairs, 50)
	p, err := of.Problem()
	switch {
	case err != nil:
		return nil, err
	case !p.Penalized:
		return nil, errors.New("stability selection needs a penalty that selects features")
	case !(s.Threshold > 0.5 && s.Threshold <= 1):
		return nil, fmt.Errorf("the threshold %g: it must be above 0.5 and at most 1", s.Threshold)
	case !(s.Errors > 0) || s.Pairs < 1:
		return nil, fmt.Errorf("%g errors by %d pairs: both must be positive", s.Errors, s.Pairs)
	case p.weighty() < 4:
		return nil, fmt.Errorf("%d examples are too few for halves", p.weighty())
	}
	halves := 2 * float64(s.Pairs)
	out := &Stable{Frequency: make([]float64, p.Features), Threshold: math.Ceil(s.Threshold*halves-1e-9) / halves}
	out.Most = min(p.Features, int(math.Sqrt(s.Errors*(2*out.Threshold-1)*float64(p.Features))*(1+1e-12)))
	if out.Most == 0 {
		return nil, fmt.Errorf("of %d features no half may select even one for at most %g errors: allow %.2g, or raise the "+
			"threshold", p.Features, s.Errors, 1/((2*out.Threshold-1)*float64(p.Features)))
	}
	found, err := p.halves(ctx, of, s.Pairs, out.Most)
	if err != nil {
		return nil, err
	}
	for _, features := range found {
		out.Mean += float64(len(features))
		for j := range features {
			out.Frequency[j]++
		}
	}
	out.Mean /= halves
	for j, count := range out.Frequency {
		if out.Frequency[j] = count / halves; out.Frequency[j] >= out.Threshold {
			out.Selected = append(out.Selected, j)
		}
	}
	q, d := float64(out.Most), float64(p.Features)
	out.Bound = q * q / ((2*out.Threshold - 1) * d)
	out.Unimodal = unimodal(out.Threshold, s.Pairs, q/d) * q * q / d
	return out, nil
}

// unimodal is C(τ, B) of Shah and Samworth's Theorem 2 at θ = q/d; NaN where it is not defined.
func unimodal(tau float64, pairs int, theta float64) float64 {
	b := float64(pairs)
	switch {
	case theta > 1/math.Sqrt(3) || tau <= min(0.5+theta*theta, 0.5+1/(2*b)+0.75*theta*theta):
		return math.NaN()
	case tau <= 0.75:
		return 1 / (2 * (2*tau - 1 - 1/(2*b)))
	}
	return 4 * (1 - tau + 1/(2*b)) / (1 + 1/b)
}

// halves are the features that each half selects, two halves a pair.
func (p *Problem) halves(ctx context.Context, learner Learner, pairs, most int) ([]map[int]bool, error) {
	out := make([]map[int]bool, 2*pairs)
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for b := range pairs {
		of, err := p.deal(2, rand.New(rand.NewPCG(p.Seed, 97+uint64(b)<<32)))
		if err != nil {
			return nil, err
		}
		folds := foldsOf(of, 2)
		size := min(len(folds[0].Test), len(folds[1].Test))
		for h, fold := range folds {
			group.Go(func() (err error) {
				out[2*b+h], err = entering(inner, learner, fold.Test[:size], p.Mu, most)
				return err
			})
		}
	}
	return out, group.Wait()
}

// entering are the features that enter a path on some examples before there are more than most.
func entering(ctx context.Context, of Learner, rows []int, mu float64, most int) (map[int]bool, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	half, err := of.On(rows)
	if err != nil {
		return nil, err
	}
	_, top, err := half.LambdaMaxBetween(ctx)
	if err != nil {
		return nil, err
	}
	if top == 0 { // these examples say nothing
		return map[int]bool{}, nil
	}
	if math.IsInf(top, 1) {
		return nil, errors.New("no λ makes all weights 0: there is no path on which features enter")
	}
	path := make([]Strength, stabilitySteps)
	for k := range path {
		path[k] = Strength{Lambda: top * math.Pow(stabilityLeast, float64(k+1)/stabilitySteps), Mu: mu}
	}
	entered := map[int]bool{}
	for m, err := range half.Along(ctx, path) {
		if err != nil {
			return nil, err
		}
		selected := m.Selected()
		fresh := 0
		for _, j := range selected {
			if !entered[j] {
				fresh++
			}
		}
		if len(entered)+fresh > most {
			break
		}
		for _, j := range selected {
			entered[j] = true
		}
	}
	return entered, nil
}
