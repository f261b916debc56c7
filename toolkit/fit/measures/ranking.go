package measures

import (
	"cmp"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/loss"
)

// Ranking says how good scores of documents are that are ranked by them, query by query, as means over the queries with
// a relevant document, one of relevance above 0, and over all orders of documents of equal score, so that the order of
// the examples does not matter; those whose score is NaN come last. The documents of a query need not stand together.
//
// Source: McSherry, Najork, Computing Information Retrieval Performance Measures Efficiently in the Presence of Tied
// Scores, ECIR 2008, for ties.
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
		ndcg, precision, first := judge(tied(docs, scores), relevance, depth)
		out.NDCG += ndcg / gains(best, relevance, depth)
		out.MAP += precision
		out.MRR += first
	}
	n := float64(out.Queries)
	out.NDCG, out.MAP, out.MRR = out.NDCG/n, out.MAP/n, out.MRR/n
	return out
}

// judge is the mean, over all orders within each run of documents, of the discounted cumulative gain, of the average
// precision, and of 1/r for the first place of a relevant document. Of n documents of which r are relevant, t relevant
// ones being before, that in place i of the run is so with a chance of r/n, and then 1 + t + (i − 1)(r − 1)/(n − 1)
// relevant ones are found.
func judge(runs [][]int, relevance []float64, depth int) (gain, precision, first float64) {
	place, found := 0., 0.
	for _, run := range runs {
		n, r, gained := float64(len(run)), 0., 0.
		for _, doc := range run {
			gained += math.Exp2(relevance[doc]) - 1
			if relevance[doc] > 0 {
				r++
			}
		}
		none := 1. // the chance that no place of the run before has a relevant document
		for k := range run {
			i := float64(k)
			place++
			if int(place) <= depth {
				gain += gained / n / math.Log2(place+1)
			}
			if r > 0 {
				precision += r / n * (1 + found + i*(r-1)/max(1, n-1)) / place
			}
			if chance := min(1, r/(n-i)); found == 0 {
				first += none * chance / place
				none *= 1 - chance
			}
		}
		found += r
	}
	return gain, precision / found, first
}

// Places are those of documents among the documents of their query, from 1; those of equal score share the first of
// theirs.
func Places(scores []float64, query []int64) []int {
	if len(scores) != len(query) {
		panic("measures: length mismatch")
	}
	out := make([]int, len(scores))
	for _, docs := range loss.ByQuery(query) {
		place := 1
		for _, run := range tied(docs, scores) {
			for _, i := range run {
				out[i] = place
			}
			place += len(run)
		}
	}
	return out
}

// tied are runs of examples of equal score, the highest first and NaN last. It sorts the examples in place.
func tied(examples []int, scores []float64) (runs [][]int) {
	falling := func(i, j int) int { return cmp.Compare(scores[j], scores[i]) }
	slices.SortStableFunc(examples, falling)
	for lo, hi := 0, 0; lo < len(examples); lo = hi {
		for hi < len(examples) && falling(examples[lo], examples[hi]) == 0 {
			hi++
		}
		runs = append(runs, examples[lo:hi])
	}
	return runs
}

// gains is the discounted cumulative gain of documents in this order.
func gains(order []int, relevance []float64, depth int) (sum float64) {
	for r, i := range order[:min(depth, len(order))] {
		sum += (math.Exp2(relevance[i]) - 1) / math.Log2(float64(r+2))
	}
	return sum
}
