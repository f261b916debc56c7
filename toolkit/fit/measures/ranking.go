package measures

import (
	"cmp"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/loss"
)

// Ranking says how good scores of documents are that are ranked by them, query by query, as means over the queries with
// a relevant document, one of relevance above 0; documents of equal score come in the order of the examples, those
// whose score is NaN last. The documents of a query need not stand together.
type Ranking struct {
	Queries int // those with a relevant document
	// NDCG is Σ_{r ≤ k} (2^y_r − 1)/log₂(1 + r) over its largest value.
	//
	// Source: Järvelin and Kekäläinen, ACM Trans. Information Systems 2002, with the gains of Burges et al., Learning to
	// Rank Using Gradient Descent, ICML 2005.
	NDCG float64
	// MAP is the mean of average precisions: of the share of relevant documents up to each of them, wherever it is.
	MAP float64
	// MRR is the mean of 1/r for the first place r of a relevant document, wherever it is.
	MRR float64
}

// JudgeRanking compares scores with degrees of relevance; depth is k. All is NaN where no query has a relevant
// document. Of a query with fewer documents than k all count. It panics on different lengths, and where k < 1.
func JudgeRanking(scores, relevance []float64, query []int64, depth int) Ranking {
	if len(scores) != len(relevance) || len(scores) != len(query) {
		panic("measures: length mismatch")
	}
	if depth < 1 {
		panic("measures: a ranking has 1 place or more")
	}
	var out Ranking
	for _, docs := range loss.ByQuery(query) {
		best := slices.Clone(docs)
		slices.SortStableFunc(best, func(i, j int) int { return cmp.Compare(relevance[j], relevance[i]) })
		if relevance[best[0]] <= 0 {
			continue
		}
		out.Queries++
		ranks := byScore(docs, scores)
		out.NDCG += gains(ranks, relevance, depth) / gains(best, relevance, depth)
		var found, precision, first float64
		for r, i := range ranks {
			if relevance[i] <= 0 {
				continue
			}
			if found++; found == 1 {
				first = 1 / float64(r+1)
			}
			precision += found / float64(r+1)
		}
		out.MAP += precision / found
		out.MRR += first
	}
	n := float64(out.Queries)
	out.NDCG, out.MAP, out.MRR = out.NDCG/n, out.MAP/n, out.MRR/n
	return out
}

// Places are those of documents among the documents of their query, from 1: as JudgeRanking orders them.
func Places(scores []float64, query []int64) []int {
	if len(scores) != len(query) {
		panic("measures: length mismatch")
	}
	out := make([]int, len(scores))
	for _, docs := range loss.ByQuery(query) {
		for r, i := range byScore(docs, scores) {
			out[i] = r + 1
		}
	}
	return out
}

// byScore sorts documents, the highest score first.
func byScore(docs []int, scores []float64) []int {
	slices.SortStableFunc(docs, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	return docs
}

// gains is the discounted cumulative gain of documents in this order.
func gains(order []int, relevance []float64, depth int) (sum float64) {
	for r, i := range order[:min(depth, len(order))] {
		sum += (math.Exp2(relevance[i]) - 1) / math.Log2(float64(r+2))
	}
	return sum
}
