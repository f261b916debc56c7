package loss

import (
	"cmp"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// NDCG is a convex bound of 1 − NDCG@k, the structured hinge loss over rankings π of the documents of a query: the mean
// over queries of
//
//	L_q(f) = max_π 1 − NDCG@k(π) + Σ_{r ≤ m} A(r) (f_{π(r)} − f_{y(r)}),      A(r) = (k + 1 − r)/k,
//	NDCG@k(π) = Σ_{r ≤ k} (2^{y_π(r)} − 1)/log₂(1 + r), over its largest value,
//
// where y(1), y(2), … are the documents by falling relevance, those alike in the order of the examples, and m is k or
// the number of relevant documents, where that is less: with more places w = 0 may be the minimizer. Queries whose
// documents are all alike do not count. The maximum is an assignment of documents to places, O(k²n).
//
// It is a toolkit.Joint with kinks: L is affine where the maximizers stay, so that L*(s∇L(f)) ≤ −s times the mean
// of 1 − NDCG@k at the maximizers.
//
// Source: Chapelle, Le, Smola, Large Margin Optimization of Ranking Measures, NIPS Workshop 2007; the weights A are one
// reading of it.
type NDCG struct {
	K int // k; 0 for 10
	Documents

	queries []rankedQuery
}

// rankedQuery is a query with documents of different relevance.
type rankedQuery struct {
	docs  []int     // by falling relevance
	gain  []float64 // of each, over the largest DCG@k
	most  int       // m
	place []float64 // 1/log₂(1 + r) of the first k places, or of as many as there are documents
}

// defaultDepth is K where it is 0.
const defaultDepth = 10

// Bind is the loss without queries, which CheckQueries refuses.
func (l NDCG) Bind(y, weights []float64) toolkit.Loss { return l.BindQueries(y, nil, weights) }

// BindQueries is the loss of the documents given.
func (l NDCG) BindQueries(y []float64, query []int64, weights []float64) toolkit.Loss {
	l.Documents = Documents{y, query, weights}
	l.queries = l.ranked()
	return l
}

// CheckQueries says what is wrong with the queries.
func (l NDCG) CheckQueries() error { return l.checkQueries(len(l.ranked())) }

// String is the loss's name.
func (l NDCG) String() string { return "ndcg" }

func (l NDCG) depth() int {
	if l.K == 0 {
		return defaultDepth
	}
	return l.K
}

// ranked sorts the documents of the queries that count.
func (l NDCG) ranked() []rankedQuery {
	if l.queries != nil {
		return l.queries
	}
	var out []rankedQuery
	for _, docs := range ByQuery(l.Query) {
		slices.SortStableFunc(docs, func(i, j int) int { return cmp.Compare(l.Y[j], l.Y[i]) })
		if l.Y[docs[0]] == l.Y[docs[len(docs)-1]] { // no ranking is better than another
			continue
		}
		q := rankedQuery{docs: docs}
		for r := range min(l.depth(), len(docs)) {
			q.place = append(q.place, 1/math.Log2(float64(r+2)))
		}
		var best float64
		for r, i := range docs {
			gain := math.Exp2(l.Y[i]) - 1
			q.gain = append(q.gain, gain)
			if r < len(q.place) {
				best += gain * q.place[r]
				if gain > 0 {
					q.most++
				}
			}
		}
		for r := range q.gain {
			q.gain[r] /= best
		}
		out = append(out, q)
	}
	return out
}

// ValueGrad is L(f), and a subgradient in grad.
func (l NDCG) ValueGrad(grad, f []float64) float64 {
	value, _ := l.evaluate(grad, f)
	return value
}

// DualBound is −s times the mean of 1 − NDCG@k at the maximizers.
func (l NDCG) DualBound(f []float64, s float64) (bound, size float64) {
	_, short := l.evaluate(make([]float64, len(f)), f)
	return -s * short, s * short
}

// evaluate is L(f), and how far the maximizers are from NDCG@k = 1, in the mean.
func (l NDCG) evaluate(grad, f []float64) (value, short float64) {
	queries := l.ranked()
	if unknown(grad, f) {
		return math.NaN(), math.NaN()
	}
	out := make([]float64, len(f)) // grad may be f
	scale := 1 / float64(len(queries))
	var a assignment
	for _, q := range queries {
		a.costs(len(q.place), len(q.docs))
		for r := range q.place {
			row, weight := a.cost[r], l.placeWeight(r, q.most)
			for c, i := range q.docs {
				row[c] = q.gain[c]*q.place[r] - weight*f[i]
			}
		}
		missing := 1.0
		for r, c := range a.solve() {
			weight := l.placeWeight(r, q.most)
			missing -= q.gain[c] * q.place[r]
			value += scale * weight * (f[q.docs[c]] - f[q.docs[r]])
			out[q.docs[c]] += scale * weight
			out[q.docs[r]] -= scale * weight
		}
		short += scale * max(0, missing)
	}
	copy(grad, out)
	return value + short, short
}

// placeWeight is A of place r, counted from 0.
func (l NDCG) placeWeight(r, most int) float64 {
	if r >= most {
		return 0
	}
	k := float64(l.depth())
	return (k - float64(r)) / k
}
