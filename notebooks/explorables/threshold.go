package explorables

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// Threshold is a sweep whose setting the reader chooses: in what share of draws the lasso finds the features that
// matter, with their signs and no others, over the number of examples.
//
// Source: Wainwright, Sharp thresholds for high-dimensional and noisy sparsity recovery using ℓ1-constrained quadratic
// programming, 2009: with n = 2θ s log(d − s) examples the share goes to 0 for θ < 1, and to 1 for θ > 1.
var Threshold = explore.Explorable{
	Name: "explore-threshold", Title: "From how many examples on does the lasso find the features?",
	Subtitle: "synthetic data, normal features, weights of ½",
	Controls: []explore.Control{
		{Kind: explore.Slider, Name: "d", Label: "features d", Min: 8, Max: 64, Step: 4, Start: 32},
		{Kind: explore.Slider, Name: "s", Label: "of which s matter", Min: 2, Max: 8, Step: 1, Start: 4},
		{Kind: explore.Slider, Name: "noise", Label: "noise", Min: 0.1, Max: 1, Step: 0.05, Start: 0.5},
		{Kind: explore.Slider, Name: "draws", Label: "draws", Min: 2, Max: 30, Step: 1, Start: 8},
		{Kind: explore.Slider, Name: "seed", Label: "seed", Min: 1, Max: 20, Step: 1, Start: 1},
	},
	Answer: answerThreshold,
}

// recovers tells whether the lasso finds the first s of d features from n examples.
func recovers(ctx context.Context, n, d, s int, noise float64, rng *rand.Rand) (bool, error) {
	const weight = 0.5
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		row := x.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		for j := range s {
			y[i] += weight * row[j]
		}
		y[i] += noise * rng.NormFloat64()
	}
	lambda := noise * math.Sqrt(2*math.Log(float64(s))*math.Log(float64(d-s))/float64(n))
	m, err := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: lambda}.Fit(ctx, fit.Data{X: x, Y: y})
	if err != nil {
		return false, err
	}
	for j, w := range m.Weights {
		if (w > 0) != (j < s) || w < 0 {
			return false, nil
		}
	}
	return true, nil
}

// thetas are the numbers of examples that are tried, in multiples of 2s log(d − s).
var thetas = []float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5}

// drawKey is all that draws depend on.
type drawKey struct {
	d, s  int
	noise float64
	seed  uint64
}

// examples is how many there are for a θ.
func (k drawKey) examples(theta float64) int {
	return int(math.Ceil(2 * theta * float64(k.s) * math.Log(float64(k.d-k.s))))
}

// drawCourse takes more draws where the last answer had fewer; of each it keeps how many find the features, for each θ,
// the draws before it included.
var drawCourse = explore.Course[drawKey, []int, []int]{
	Begin: func(ctx context.Context, key drawKey) iter.Seq2[[]int, error] {
		return func(yield func([]int, error) bool) {
			found := make([]int, len(thetas))
			for k := 0; ; k++ {
				for at, theta := range thetas {
					n := key.examples(theta)
					ok, err := recovers(ctx, n, key.d, key.s, key.noise, rand.New(rand.NewPCG(key.seed, uint64(1000*n+k))))
					if err != nil {
						yield(nil, err)
						return
					}
					if ok {
						found[at]++
					}
				}
				if !yield(found, nil) {
					return
				}
			}
		}
	},
	Keep: slices.Clone[[]int],
}

func answerThreshold(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	whole := func(name string) int { return int(math.Round(v.Numbers[name])) }
	d, s, draws, noise := whole("d"), min(whole("s"), whole("d")-2), whole("draws"), v.Numbers["noise"]
	key := drawKey{d, s, noise, uint64(whole("seed"))}
	found, _, err := drawCourse.To(ctx, key, draws)
	if err != nil {
		return a, err
	}
	share := explore.Series{Name: "found", X: thetas}
	for _, count := range found[draws-1] {
		share.Y = append(share.Y, float64(count)/float64(draws))
	}
	claimed := explore.Series{
		Name: "claimed, for many features", X: []float64{0, 1, 1, 2.5}, Y: []float64{0, 0, 1, 1}, Dashed: true,
	}
	a.Said = []string{fmt.Sprintf("At θ = 1 there are %d examples.", key.examples(1))}
	a.Panels = []explore.Panel{{
		X: explore.Axis{Label: "θ = n/(2s log(d − s))", Min: 0, Max: 2.5},
		Y: explore.Axis{Label: "share of draws", Min: 0, Max: 1.02}, Series: []explore.Series{share, claimed},
	}}
	return a, nil
}
