package risk

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// BlockFrankWolfe is the block-coordinate Frank-Wolfe method for losses ℓ_i ≥ 0 that are maxima of linear functions,
// such as structured hinges. It maximizes the dual of P, of which block i is a convex combination of linear minorants
// of ℓ_i, ℓ_i(θ) ≥ b_i + ⟨g_i, θ⟩:
//
//	g_i, b_i ← 0 for all i;  θ ← 0
//	repeat
//		take the next example i, and a subgradient u ∈ ∂ℓ_i(θ);  c ← ℓ_i(θ) − ⟨u, θ⟩
//		γ ← μ m (c − b_i + ⟨θ, u − g_i⟩)/‖u − g_i‖², clipped to [0, 1]
//		g_i ← (1 − γ) g_i + γ u;  b_i ← (1 − γ) b_i + γ c
//		θ ← −(1/(μ m)) Σ_i g_i
//
// The numerator is the duality gap of block i, and γ the exact line search. The minorants give the lower bound
// (1/m) Σ_i b_i − ‖(1/m) Σ_i g_i‖²/(2μ) of P*. An iteration is a pass of m steps. The g_i are kept as parts: memory is
// that of the different parts that were met of each example. A minorant that is above its loss, at θ or at 0, by more
// than rounding ends the range with ErrInconsistent, which names the example.
//
// Source: Lacoste-Julien, Jaggi, Schmidt, Pletscher, Block-Coordinate Frank-Wolfe Optimization for Structural SVMs,
// ICML 2013, Algorithms 3 and 4. Where maxima are not quite found (toolkit.Bounded), each u is that of what was: planes
// are minorants all the same, and what may be missing is in objective and gap.
type BlockFrankWolfe struct {
	// Params are θ: those that are trained, in place.
	Params toolkit.Params
	// Mu is μ > 0. The C of a structured support vector machine is 1/(μm).
	Mu float64
	// Average reports the average of the θ after steps 1, 2, …, T with weights in proportion to 1, 2, …, T, and of their
	// minorants: a better point early on.
	Average bool
	// Every is the number of passes from one certificate to the next, 0 for 1. It takes a pass by itself. States between
	// have no objective and no gap, and the last θ.
	Every int
	// Pairwise keeps the linear functions that each g_i is made of, and moves weight from the one that is lowest at θ to
	// that of u, in the place of all of them: near the minimum steps then do not zigzag, and the gap falls linearly. A
	// step takes an inner product with each of them, and memory is theirs. (Osokin et al., 2016, algorithm 3;
	// Lacoste-Julien, Jaggi, On the Global Linear Convergence of Frank-Wolfe Optimization Variants, NIPS 2015.)
	Pairwise bool
	// Cached, with Pairwise, is how many passes over the linear functions that are kept follow each pass over the oracle:
	// where maxima are costly, they make more of each. What has had no weight for 10 passes goes.
	//
	// Source: Shah, Kolmogorov, Lampert, A Multi-Plane Block-Coordinate Frank-Wolfe Algorithm for Training Structural SVMs
	// with a Costly max-Oracle, CVPR 2015.
	Cached int
	// GapSampling draws the examples of a pass at random, each with a chance in proportion to its gap where that was seen
	// last, in the place of a pass over all of them in a new order. (Osokin et al., Minding the Gaps for Block Frank-Wolfe
	// Optimization of Structured SVMs, ICML 2016.)
	GapSampling bool
	Seed        uint64
}

// Iterations starts from θ = 0: it resets Params when the range begins, trains them in place and yields once a pass.
func (c BlockFrankWolfe) Iterations(ctx context.Context, oracle toolkit.Oracle) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		p := c.Params
		s := begin(p)
		if err := check(c.Mu, oracle, p); err != nil {
			return s, nil, err
		}
		if c.Every < 0 || c.Cached < 0 || c.Cached > 0 && !c.Pairwise {
			return s, nil, fmt.Errorf("a certificate every %d passes, and %d of what is kept: neither may be negative, and "+
				"the latter go with Pairwise", c.Every, c.Cached)
		}
		m := oracle.Len()
		f := &frankWolfe{
			BlockFrankWolfe: c, State: s, Params: p, oracle: oracle, m: float64(m), planes: make([]plane, m),
			gaps:  make([]float64, m),
			sizes: newSizes(p, m), rng: rand.New(rand.NewPCG(c.Seed, 0)),
		}
		f.Every = max(1, c.Every)
		if c.Average {
			f.means = make([]mean, m)
		}
		if c.Pairwise {
			f.corners = make([][]corner, m)
		}
		reset(p)
		return s, f.pass, nil
	})
}

// frankWolfe is the method at work.
type frankWolfe struct {
	BlockFrankWolfe
	*State
	Params  toolkit.Params // those of both
	oracle  toolkit.Oracle
	m       float64
	planes  []plane    // b_i + ⟨g_i, θ⟩
	means   []mean     // of the planes, nil for none
	corners [][]corner // that the planes are made of, nil where steps are not pairwise
	gaps    []float64  // of the blocks, when they were seen last
	atZero  []float64  // ℓ_i(0), nil before the first certificate
	sizes   *sizes
	rng     *rand.Rand
	steps   int
	average bool // p holds the average

	u, diff toolkit.Update
	fresh   plane
	spare   []toolkit.Part
}

// pass takes m steps, and then a certificate where one is due.
func (f *frankWolfe) pass(ctx context.Context) (sum float64, err error) {
	if f.average {
		f.rebuild(f.plane)
		f.average = false
	}
	for _, i := range f.order() {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		loss, err := f.step(i)
		if err != nil {
			return 0, err
		}
		sum += loss
	}
	if err := f.again(ctx); err != nil {
		return 0, err
	}
	f.Params.Refresh()
	f.Iter++
	f.Objective, f.Gap, f.Rounding = solver.Unknown().Objective, solver.Unknown().Gap, solver.Unknown().Rounding
	if f.Iter%f.Every == 0 && solver.Finite(sum) {
		return f.certify(ctx)
	}
	return sum, nil
}

// order is that of the examples in a pass.
func (f *frankWolfe) order() []int {
	total := 0.
	for _, g := range f.gaps {
		total += max(0, g)
	}
	if !f.GapSampling || !(total > 0) {
		return f.rng.Perm(len(f.planes))
	}
	order, sum := make([]int, len(f.planes)), 0.
	at := make([]float64, len(order))
	for k := range at {
		at[k] = total * f.rng.Float64()
	}
	slices.Sort(at)
	i := 0
	for k, v := range at {
		for i < len(f.gaps)-1 && sum+max(0, f.gaps[i]) <= v {
			sum += max(0, f.gaps[i])
			i++
		}
		order[k] = i
	}
	f.rng.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	return order
}

// step takes example i, and returns its loss.
func (f *frankWolfe) step(i int) (loss float64, err error) {
	f.steps++
	if loss = f.minorant(i); loss < 0 {
		return 0, fmt.Errorf("the loss of example %d is %g: these steps are for losses that are never below 0", i+1, loss)
	}
	old := &f.planes[i]
	f.diff.Parts = combine(f.diff.Parts, 1, f.fresh.g, -1, old.g)
	inner, squared := f.Params.InnerProducts(&f.diff)
	f.gaps[i] = f.fresh.b - old.b + inner
	reach := f.sizes.reach(f.Mu)
	most := loss + solver.SlackOf(f.oracle, i)
	if err = old.notAbove(i, most, loss-f.gaps[i], reach, f.sizes); err == nil && f.atZero != nil {
		err = f.fresh.notAbove(i, f.atZero[i], f.fresh.b, reach, f.sizes)
	}
	if err != nil {
		return 0, err
	}
	if f.corners != nil {
		f.Step, err = f.exchange(i, most)
		return loss, err
	}
	gamma := lineSearch(f.gaps[i], squared, f.Mu*f.m, 1)
	if f.Step = gamma; gamma == 0 {
		return loss, nil
	}
	f.hold(i)
	f.Params.Add(-gamma/(f.Mu*f.m), &f.diff)
	f.spare = combine(f.spare, 1-gamma, old.g, gamma, f.fresh.g)
	old.g, f.spare = f.spare, old.g
	old.b += gamma * (f.fresh.b - old.b)
	old.rounding += gamma * (f.fresh.rounding - old.rounding)
	f.rounded(i)
	return loss, nil
}

// lineSearch is the step γ ≤ most along a direction of the dual, given its slope and ‖direction‖².
func lineSearch(slope, squared, scale, most float64) float64 {
	switch {
	case !(slope > 0):
		return 0
	case squared <= 0:
		return most
	}
	return min(most, slope*scale/squared)
}

// hold adds plane i to its mean before it changes.
func (f *frankWolfe) hold(i int) {
	if f.means != nil {
		f.means[i].hold(&f.planes[i], f.steps)
	}
}

// rounded counts what the change of plane i lost.
func (f *frankWolfe) rounded(i int) {
	p := &f.planes[i]
	p.rounding += 4 * usualUnit * (math.Abs(p.b) + f.sizes.reach(f.Mu)*f.sizes.most[i])
}

// minorant writes the plane that touches ℓ_i at θ to fresh, and returns ℓ_i(θ).
func (f *frankWolfe) minorant(i int) (loss float64) {
	loss = f.oracle.Grad(i, f.Params, &f.u)
	f.Evals++
	size := f.sizes.of(i, &f.u)
	f.fresh.g = collect(f.fresh.g, f.u.Parts)
	f.u.Parts = append(f.u.Parts[:0], f.fresh.g...)
	inner, _ := f.Params.InnerProducts(&f.u)
	f.fresh.b = loss - inner
	f.fresh.rounding = f.sizes.gamma * (2*loss + 4*f.sizes.reach(f.Mu)*size)
	return loss
}

// plane is that of example i.
func (f *frankWolfe) plane(i int) *plane { return &f.planes[i] }

// rebuild is θ ← −(1/(μm)) Σ_i g_i: what rounding did to θ before is gone.
func (f *frankWolfe) rebuild(of func(i int) *plane) {
	reset(f.Params)
	for i := range f.planes {
		f.diff.Parts = append(f.diff.Parts[:0], of(i).g...)
		if len(f.diff.Parts) > 0 {
			f.Params.Add(-1/(f.Mu*f.m), &f.diff)
		}
	}
	f.Params.Refresh()
}
