package measures_test

import (
	"math"
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
