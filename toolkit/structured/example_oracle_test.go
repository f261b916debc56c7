package structured_test

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// Matchings is an oracle of one's own: the hinge of a structured support vector machine over matchings of n left with n
// right things, such as the words of a sentence and those of its translation. A matching y is a permutation, and scores
// the sum over its pairs (a, y_a), each a row of features; the cost is the number of wrong pairs,
//
//	ℓ_i(θ) = max_y' Σ_a [⟨θ, φ(a,y'_a)⟩ + [y'_a ≠ y_a]] − Σ_a ⟨θ, φ(a,y_a)⟩.
//
// Three methods are all: the number of examples; the loss, with an update of parts; and here, to find the maximum,
// every permutation is tried.
type Matchings struct {
	Truth [][]int // of each example: a permutation. Its n² pairs (a, b) are the rows a·n + b after those before them
}

// Len is the number of examples.
func (m *Matchings) Len() int { return len(m.Truth) }

// Grad writes the subgradient φ(ŷ) − φ(y_i) to u, which it resets first, and returns ℓ_i.
func (m *Matchings) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	const pair = 0 // the one family of parts, which has one column
	first := 0
	for _, earlier := range m.Truth[:i] {
		first += len(earlier) * len(earlier)
	}
	y := m.Truth[i]
	n := len(y)
	scores := make([]float64, n*n)
	for k := range scores {
		p.Scores(scores[k:k+1], pair, first+k)
	}
	truth := 0.
	for a, b := range y {
		truth += scores[a*n+b]
		for other := range n {
			if other != b {
				scores[a*n+other]++ // the cost, where the decoder sees it
			}
		}
	}
	best, guess := bestMatching(scores, n)
	u.Reset()
	for a, b := range guess {
		if b != y[a] {
			u.Add(pair, first+a*n+b, 0, 1)
			u.Add(pair, first+a*n+y[a], 0, -1)
		}
	}
	return math.Max(0, best-truth) // math.Max, which lets NaN through
}

// bestMatching tries all permutations.
func bestMatching(scores []float64, n int) (best float64, guess []int) {
	best = math.Inf(-1)
	y, taken := make([]int, n), make([]bool, n)
	var place func(a int, sum float64)
	place = func(a int, sum float64) {
		if a == n && !(sum <= best) { // NaN, too
			best, guess = sum, append([]int(nil), y...)
		}
		for b := 0; b < n && a < n; b++ {
			if !taken[b] {
				y[a], taken[b] = b, true
				place(a+1, sum+scores[a*n+b])
				taken[b] = false
			}
		}
	}
	place(0, 0)
	return best, guess
}

// Any structure is brought by an oracle of one's own. toolkittest.Oracle checks it in one call; it then goes through
// every method: with a certificate through risk.BlockFrankWolfe, one example at a time and with any regularizer through
// online.Proximal; by explicit weights, kernels, or groups of both.
func Example_oracle() {
	matchings := &Matchings{Truth: [][]int{{1, 0}, {2, 0, 1}, {0, 1}}}
	x := linalg.NewDense(4+9+4, 2, []float64{ // two features of each pair: how alike its two are, and how far apart
		0.1, 1, 0.9, 0.2, 0.8, 0, 0.2, 1,
		0.1, 1, 0.3, 0.5, 0.9, 0, 0.7, 0.5, 0.2, 1, 0.3, 0.5, 0, 0, 0.8, 0.5, 0.4, 1,
		0.3, 0, 0.6, 1, 0.5, 1, 0.4, 0,
	})
	weights := params.NewExplicit(0, x, 1)
	model := params.NewModel([]params.Block{weights})
	fmt.Println(toolkittest.Oracle(matchings, func() toolkit.Params {
		return params.NewModel([]params.Block{params.NewExplicit(0, x, 1)})
	}))
	steps := risk.BlockFrankWolfe{Mu: 0.1, Pairwise: true, Params: model}.Iterations(context.Background(), matchings)
	res, err := solver.Run(steps, solver.Any(solver.RelGap(1e-6), solver.MaxIter(1000)))
	fmt.Printf("%s: objective %.3f, weights %.2f, error %v\n", res.Status, res.Objective, weights.Weights(), err)
	// Output:
	// <nil>
	// converged: objective 0.228, weights [1.67 -1.33], error <nil>
}
