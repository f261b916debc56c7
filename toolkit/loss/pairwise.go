package loss

import (
	"cmp"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// Pairwise is the loss of a ranking support vector machine: the mean over queries q of
//
//	L_q(f) = (1/N_q) Σ_{i, j of q: y_i > y_j} max(0, 1 − (f_i − f_j)),
//
// with N_q such pairs; queries without one do not count. It is a toolkit.Joint with kinks: with the pairs that are
// active at f, L is Σ (1 − f_i + f_j)/(Q N_q), so that L*(s∇L(f)) ≤ −s Σ_active 1/(Q N_q). Documents of a query are
// sorted, and each pair of degrees of relevance is gone through once: O(n log n + n·degrees).
//
// Source: Herbrich, Graepel, Obermayer, Large Margin Rank Boundaries for Ordinal Regression, 2000; Joachims, Training
// Linear SVMs in Linear Time, KDD 2006.
type Pairwise struct {
	Documents

	queries []pairedQuery
}

// pairedQuery is a query with documents of different relevance, those of one degree after another.
type pairedQuery struct {
	degrees [][]int // the lowest first
	pairs   float64
}

// Bind is the loss without queries, which CheckQueries refuses.
func (l Pairwise) Bind(y, weights []float64) toolkit.Loss { return l.BindQueries(y, nil, weights) }

// BindQueries is the loss of the documents given.
func (l Pairwise) BindQueries(y []float64, query []int64, weights []float64) toolkit.Loss {
	l.Documents = Documents{y, query, weights}
	l.queries = l.paired()
	return l
}

// CheckQueries says what is wrong with the queries.
func (l Pairwise) CheckQueries() error { return l.checkQueries(len(l.paired())) }

// String is the loss's name.
func (l Pairwise) String() string { return "pairwise" }

// paired groups the documents by query and degree.
func (l Pairwise) paired() []pairedQuery {
	if l.queries != nil {
		return l.queries
	}
	var out []pairedQuery
	for _, docs := range ByQuery(l.Query) {
		slices.SortStableFunc(docs, func(i, j int) int { return cmp.Compare(l.Y[i], l.Y[j]) })
		q := pairedQuery{}
		for lo := 0; lo < len(docs); {
			hi := lo + 1
			for hi < len(docs) && l.Y[docs[hi]] == l.Y[docs[lo]] {
				hi++
			}
			q.degrees = append(q.degrees, docs[lo:hi])
			q.pairs += float64((hi - lo) * lo)
			lo = hi
		}
		if q.pairs > 0 {
			out = append(out, q)
		}
	}
	return out
}

// ValueGrad is L(f), and a subgradient in grad.
func (l Pairwise) ValueGrad(grad, f []float64) float64 {
	value, _ := l.evaluate(grad, f)
	return value
}

// DualBound is −s Σ 1/(Q N_q) over the active pairs.
func (l Pairwise) DualBound(f []float64, s float64) (bound, size float64) {
	_, active := l.evaluate(make([]float64, len(f)), f)
	return -s * active, s * active
}

// evaluate is L(f) and how much of it are the ones of active pairs.
func (l Pairwise) evaluate(grad, f []float64) (value, active float64) {
	queries := l.paired()
	if unknown(grad, f) {
		return math.NaN(), math.NaN()
	}
	out := make([]float64, len(f)) // grad may be f
	for _, q := range queries {
		scale := 1 / (q.pairs * float64(len(queries)))
		sorted := make([][]int, len(q.degrees))
		for k, docs := range q.degrees {
			sorted[k] = slices.Clone(docs)
			slices.SortFunc(sorted[k], func(i, j int) int { return cmp.Compare(f[i], f[j]) })
		}
		for high := 1; high < len(sorted); high++ {
			for low := range high {
				v, a := activePairs(out, f, sorted[high], sorted[low], scale)
				value, active = value+v, active+a
			}
		}
	}
	copy(grad, out)
	return value, active
}

// activePairs adds up the pairs of documents of two degrees, each sorted by score: j is active with i where f_j > f_i
// − 1, which is from a place on that moves up with i.
func activePairs(grad, f []float64, high, low []int, scale float64) (value, active float64) {
	var above float64 // Σ f_j from that place on
	for _, j := range low {
		above += f[j]
	}
	from, before := 0, 0.0 // documents of high so far, whose place is at most the present one
	for _, i := range high {
		for from < len(low) && !(f[low[from]] > f[i]-1) {
			grad[low[from]] += scale * before
			above -= f[low[from]]
			from++
		}
		before++
		count := float64(len(low) - from)
		grad[i] -= scale * count
		if count == 0 {
			above = 0
			continue
		}
		value += scale * (count*(1-f[i]) + above)
		active += scale * count
	}
	for _, j := range low[from:] {
		grad[j] += scale * before
	}
	return value, active
}
