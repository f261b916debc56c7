package loss_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// rankings are queries of up to eight documents with relevance 0 to 2, in mixed order, and scores with ties.
func rankings(rng *rand.Rand) (y []float64, query []int64, f []float64) {
	for q := range 1 + rng.IntN(3) {
		for range 1 + rng.IntN(8) {
			y, query = append(y, float64(rng.IntN(3))), append(query, int64(q))
			f = append(f, float64(rng.IntN(9)-4)/4)
		}
	}
	rng.Shuffle(len(y), func(i, j int) { y[i], y[j], query[i], query[j] = y[j], y[i], query[j], query[i] })
	return y, query, f
}

func documents(query []int64) map[int64][]int {
	docs := map[int64][]int{}
	for i, q := range query {
		docs[q] = append(docs[q], i)
	}
	return docs
}

// plainPairwise goes through all pairs.
func plainPairwise(y []float64, query []int64, f []float64) float64 {
	var sum, queries float64
	for _, docs := range documents(query) {
		var pairs, loss float64
		for _, i := range docs {
			for _, j := range docs {
				if y[i] > y[j] {
					pairs++
					loss += max(0, 1-f[i]+f[j])
				}
			}
		}
		if pairs > 0 {
			queries++
			sum += loss / pairs
		}
	}
	return sum / queries
}

// plainNDCG goes through all rankings of each query: the document of the first place, then that of the second, …
func plainNDCG(y []float64, query []int64, f []float64, k int) float64 {
	var sum, queries float64
	for _, docs := range documents(query) {
		truth := slices.Clone(docs)
		slices.SortStableFunc(truth, func(i, j int) int { return cmp.Compare(y[j], y[i]) })
		if y[truth[0]] == y[truth[len(truth)-1]] {
			continue
		}
		relevant, best := 0, 0.
		for r, i := range truth {
			if y[i] > 0 {
				relevant++
			}
			if r < k {
				best += (math.Pow(2, y[i]) - 1) / math.Log2(float64(r+2))
			}
		}
		worth := make([][]float64, min(k, len(docs))) // of a document at a place
		for r := range worth {
			worth[r] = make([]float64, len(y))
			for _, i := range docs {
				worth[r][i] = -(math.Pow(2, y[i]) - 1) / math.Log2(float64(r+2)) / best
				if r < relevant {
					worth[r][i] += float64(k-r) / float64(k) * (f[i] - f[truth[r]])
				}
			}
		}
		queries++
		sum += 1 + worstRanking(docs, worth, 0)
	}
	return sum / queries
}

// worstRanking is the largest worth of the places from r on, taken by the documents from r on in every order.
func worstRanking(docs []int, worth [][]float64, r int) float64 {
	if r == len(worth) {
		return 0
	}
	worst := math.Inf(-1)
	for i := r; i < len(docs); i++ {
		docs[r], docs[i] = docs[i], docs[r]
		worst = max(worst, worth[r][docs[r]]+worstRanking(docs, worth, r+1))
		docs[r], docs[i] = docs[i], docs[r]
	}
	return worst
}

// bound is a loss of rankings over documents.
func bound(l interface {
	BindQueries(y []float64, query []int64, weights []float64) toolkit.Loss
}, y []float64, query []int64,
) toolkit.Joint {
	return l.BindQueries(y, query, nil).(toolkit.Joint) //nolint:errcheck,forcetypeassert // they are
}

// TestRankingLosses compares values with all pairs and all permutations, subgradients with values elsewhere, and dual
// bounds with Fenchel's inequality, which is an equality at s = 1.
func TestRankingLosses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 32))
	for trial := range 300 {
		y, query, f := rankings(rng)
		k := 1 + trial%8   // places: fewer than documents, as many, and more
		for i := range f { // two of three have ties
			f[i] += float64(max(0, trial%3-1)) * rng.NormFloat64()
		}
		for _, c := range []struct {
			loss  toolkit.Joint
			plain func(f []float64) float64
		}{
			{bound(loss.Pairwise{}, y, query), func(f []float64) float64 { return plainPairwise(y, query, f) }},
			{bound(loss.NDCG{K: k}, y, query), func(f []float64) float64 { return plainNDCG(y, query, f, k) }},
			{bound(loss.NDCG{}, y, query), func(f []float64) float64 { return plainNDCG(y, query, f, 10) }},
		} {
			if err := c.loss.(interface{ CheckQueries() error }).CheckQueries(); err != nil {
				if !math.IsNaN(c.plain(f)) {
					t.Fatalf("trial %d: %v", trial, err)
				}
				continue
			}
			grad := make([]float64, len(f))
			value := c.loss.ValueGrad(grad, f)
			if want := c.plain(f); math.Abs(value-want) > 1e-12 {
				t.Fatalf("trial %d, %v: %g, not %g", trial, c.loss, value, want)
			}
			other := make([]float64, len(f))
			for i := range other {
				other[i] = f[i] + rng.NormFloat64()
			}
			there := c.loss.ValueGrad(make([]float64, len(f)), other)
			if tangent := value + floats.Dot(grad, other) - floats.Dot(grad, f); there < tangent-1e-12 {
				t.Fatalf("trial %d, %v: a subgradient's plane is %g above", trial, c.loss, tangent-there)
			}
			for _, s := range []float64{1, 0.4, 0} {
				dual, _ := c.loss.DualBound(f, s)
				if short := s*floats.Dot(grad, other) - dual - there; short > 1e-12 {
					t.Fatalf("trial %d, %v, s = %g: L* is %g above its bound", trial, c.loss, s, short)
				}
				if exact := floats.Dot(grad, f) - value; s == 1 && math.Abs(dual-exact) > 1e-12 {
					t.Fatalf("trial %d, %v: L* is %g, not %g", trial, c.loss, exact, dual)
				}
			}
			nan := slices.Clone(f)
			nan[rng.IntN(len(f))] = math.NaN()
			if !math.IsNaN(c.loss.ValueGrad(slices.Clone(f), nan)) {
				t.Fatalf("trial %d, %v: NaN is swallowed", trial, c.loss)
			}
			alias := slices.Clone(f)
			if c.loss.ValueGrad(alias, alias); !floats.Equal(alias, grad) {
				t.Fatalf("trial %d, %v: another gradient where it takes the place of f", trial, c.loss)
			}
		}
	}
}

func TestWrongQueries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		y       []float64
		query   []int64
		weights []float64
		want    string
	}{
		{[]float64{1, 0}, nil, nil, "needs the query"},
		{[]float64{1, 0}, []int64{1}, nil, "1 queries"},
		{[]float64{1, 0}, []int64{1, 2}, nil, "nothing to rank"},
		{[]float64{1, 1, 0, 0}, []int64{1, 1, 2, 2}, nil, "nothing to rank"},
		{[]float64{1, 0}, []int64{1, 1}, []float64{0.3, 0.7}, "queries alike"},
		{[]float64{1, 0}, []int64{1, 1}, []float64{0.5, 0.5}, ""},
	} {
		for _, l := range []interface {
			BindQueries(y []float64, query []int64, weights []float64) toolkit.Loss
		}{loss.Pairwise{}, loss.NDCG{}} {
			err := l.BindQueries(c.y, c.query, c.weights).(interface{ CheckQueries() error }).CheckQueries()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, %v: error %v does not say %q", l, c.query, err, c.want)
			}
		}
	}
	for _, y := range []float64{-1, 0.5, 51, math.NaN(), math.Inf(1)} {
		if (loss.Pairwise{}).CheckTarget(y) == nil || (loss.NDCG{}).CheckTarget(y) == nil {
			t.Errorf("relevance %g is taken", y)
		}
	}
}
