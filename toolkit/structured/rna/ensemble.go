package rna

import (
	"context"
	"math"
	"slices"
)

// Ensemble sums over all structures of a sequence, p(y) = exp(score(y))/Z, by the recursion of Folder with sums in the
// place of maxima: log Z, the probability of each pair, and how often features are expected. Sums are those of
// exponentials, scaled by exp(−κ) a base, for κ near log Z/n; where some would leave what float64 holds, it is done
// anew in logarithms, ten times as slowly. O(n³); memory of 28n² bytes (700 MB for 5,000 bases), or 88n² in logarithms,
// is kept from one sequence to the next. It is not for concurrent use.
//
// Source: McCaskill, The Equilibrium Partition Function and Base Pair Binding Probabilities for RNA Secondary
// Structure, Biopolymers 1990.
type Ensemble struct {
	weights []float64
	s, mass tables // mass is how often each entry is expected
	scaled  scaledSums
	logs    logSums
	inLogs  bool // the last sequence's sums
}

// NewEnsemble makes an Ensemble with Features or Extended weights, which are finite.
func NewEnsemble(weights []float64) *Ensemble {
	e := &Ensemble{}
	e.SetWeights(weights)
	return e
}

// SetWeights changes the weights; it panics where there are neither Features nor Extended of them, or where Usable says
// no.
func (e *Ensemble) SetWeights(weights []float64) {
	if e.weights != nil && slices.Equal(e.weights, weights) {
		return
	}
	mustBeUsable(weights)
	e.weights = append(e.weights[:0], weights...)
	e.s.tabulate(weights)
}

// LogPartition is log Z.
func (e *Ensemble) LogPartition(x Sequence) float64 {
	logZ, ok := e.scaled.sum(x, &e.s)
	if e.inLogs = !ok; e.inLogs {
		logZ = e.logs.sum(x, &e.s, &e.mass, nil)
	}
	return logZ
}

// expect goes back through the recursion of the last LogPartition.
func (e *Ensemble) expect() {
	e.mass = tables{}
	if e.inLogs {
		e.logs.expect()
		return
	}
	e.scaled.expect(&e.mass)
}

// Expected returns log Z and calls add for the features of the sequence, as many as there are weights, with how often
// each is expected, Σ_y p(y) φ(y); a feature may come several times.
func (e *Ensemble) Expected(x Sequence, add func(feature int, count float64)) (logPartition float64) {
	logPartition = e.LogPartition(x)
	e.expect()
	e.mass.spread(func(feature int, count float64) {
		if feature < len(e.weights) {
			add(feature, count)
		}
	})
	return logPartition
}

// Pairs returns the probabilities of pairs, n×n row by row, symmetric.
func (e *Ensemble) Pairs(x Sequence) []float64 {
	out, _ := e.PairsUntil(context.Background(), x)
	return out
}

// PairsGiven is PairsUntil with evidence, which is in the scores; it goes by logarithms. A constraint that no structure
// meets is ErrNoStructure.
func (e *Ensemble) PairsGiven(ctx context.Context, x Sequence, given Evidence) ([]float64, error) {
	k, err := given.known(x)
	if err != nil {
		return nil, err
	}
	if k == nil {
		return e.PairsUntil(ctx, x)
	}
	defer e.until(ctx)()
	e.inLogs = true
	if logZ := e.logs.sum(x, &e.s, &e.mass, k); math.IsInf(logZ, -1) && ctx.Err() == nil {
		return nil, ErrNoStructure
	}
	return e.table(ctx, len(x))
}

// until gives the sums a context; it returns what takes it away.
func (e *Ensemble) until(ctx context.Context) func() {
	e.scaled.ctx, e.logs.ctx = ctx, ctx
	return func() { e.scaled.ctx, e.logs.ctx = nil, nil }
}

// PairsUntil is Pairs, which ends within a row of its tables when the context does: that is its error.
func (e *Ensemble) PairsUntil(ctx context.Context, x Sequence) ([]float64, error) {
	defer e.until(ctx)()
	e.LogPartition(x)
	return e.table(ctx, len(x))
}

// table are the probabilities of the last sums.
func (e *Ensemble) table(ctx context.Context, n int) ([]float64, error) {
	if ctx.Err() == nil { // else sums are not complete
		e.expect()
	}
	pair := e.scaled.pair
	if e.inLogs {
		pair = e.logs.pair
	}
	out := make([]float64, n*n)
	for i := 0; i < n && !ended(ctx); i++ {
		for j := i + 1; j < n; j++ {
			out[i*n+j] = pair(i, j)
			out[j*n+i] = out[i*n+j]
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return out, nil
}
