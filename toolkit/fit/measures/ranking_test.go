package measures_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
)

// TestJudgeRanking has a query by hand, one without a relevant document, and one with a single one.
func TestJudgeRanking(t *testing.T) {
	t.Parallel()
	relevance := []float64{0, 2, 1, 0, 0, 1}
	scores := []float64{3, 2, 1, 5, 6, 0}
	query := []int64{7, 7, 7, 8, 8, 9}
	r := measures.JudgeRanking(scores, relevance, query, 2)
	ndcg := (3 / math.Log2(3)) / (3 + 1/math.Log2(3)) // the relevant ones are second and third
	precision := (1./2 + 2./3) / 2
	if r.Queries != 2 || math.Abs(r.NDCG-(ndcg+1)/2) > 1e-15 || math.Abs(r.MAP-(precision+1)/2) > 1e-15 || r.MRR != 0.75 {
		t.Errorf("%+v", r)
	}
	if r := measures.JudgeRanking(scores[3:5], relevance[3:5], query[3:5], 10); !math.IsNaN(r.NDCG) {
		t.Errorf("%+v without a relevant document", r)
	}
}

// orders calls visit with all orders of numbers.
func orders(of []int, visit func([]int)) {
	var place func(k int)
	place = func(k int) {
		if k == len(of) {
			visit(of)
		}
		for l := k; l < len(of); l++ {
			of[k], of[l] = of[l], of[k]
			place(k + 1)
			of[k], of[l] = of[l], of[k]
		}
	}
	place(0)
}

// TestRankingOfTies: measures are means over all orders of documents that agree with the scores, and the order of the
// examples does not count.
func TestRankingOfTies(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 8))
	for range 60 {
		n, depth := 1+rng.IntN(6), 1+rng.IntN(7)
		relevance, scores := make([]float64, n), make([]float64, n)
		for i := range scores {
			relevance[i], scores[i] = float64(max(0, rng.IntN(5)-2)), []float64{1, 2, math.NaN()}[rng.IntN(3)]
		}
		relevance[rng.IntN(n)] = 1
		var gain, best, precision, first, count float64
		orders(rng.Perm(n), func(order []int) {
			g, p, f, found, byScore := 0., 0., 0., 0., true
			for r, i := range order {
				if r < depth {
					g += (math.Exp2(relevance[i]) - 1) / math.Log2(float64(r+2))
				}
				if relevance[i] > 0 {
					found++
					p += found / float64(r+1)
					f = max(f, 1/float64(r+1))
				}
				byScore = byScore && (r == 0 || cmp.Compare(scores[order[r-1]], scores[i]) >= 0)
			}
			if best = max(best, g); byScore {
				gain, precision, first, count = gain+g, precision+p/found, first+f, count+1
			}
		})
		for range 2 {
			r := measures.JudgeRanking(scores, relevance, make([]int64, n), depth)
			for _, pair := range [][2]float64{
				{r.NDCG, gain / count / best}, {r.MAP, precision / count}, {r.MRR, first / count},
			} {
				if math.Abs(pair[0]-pair[1]) > 1e-13 {
					t.Fatalf("scores %v, relevance %v, depth %d: %+v, by all %g orders %g, %g, %g",
						scores, relevance, depth, r, count, gain/count/best, precision/count, first/count)
				}
			}
			slices.Reverse(scores)
			slices.Reverse(relevance)
		}
	}
}

// TestPlacesOfTies: documents of equal score share a place.
func TestPlacesOfTies(t *testing.T) {
	t.Parallel()
	places := measures.Places([]float64{2, 3, 2, 1, 3, math.NaN()}, []int64{0, 0, 0, 0, 1, 0})
	if want := []int{2, 1, 2, 4, 1, 5}; !slices.Equal(places, want) {
		t.Errorf("places %v, not %v", places, want)
	}
}

// TestOrderOfExamples: measures of two kinds do not depend on the order of the examples, whatever the scores.
func TestOrderOfExamples(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 8))
	for range 50 {
		n := 2 + rng.IntN(6)
		scores, positive := make([]float64, n), make([]bool, n)
		for i := range scores {
			scores[i], positive[i] = []float64{1, 2, math.NaN(), math.Inf(1), 3}[rng.IntN(5)], rng.IntN(2) == 0
		}
		auc, ap := measures.AUC(scores, positive), measures.AveragePrecision(scores, positive)
		rng.Shuffle(n, func(i, j int) {
			scores[i], scores[j] = scores[j], scores[i]
			positive[i], positive[j] = positive[j], positive[i]
		})
		again, apAgain := measures.AUC(scores, positive), measures.AveragePrecision(scores, positive)
		if cmp.Compare(auc, again) != 0 || cmp.Compare(ap, apAgain) != 0 {
			t.Fatalf("%v of %v: AUC %g and %g, average precision %g and %g", positive, scores, auc, again, ap, apAgain)
		}
	}
}
