package explorables

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
)

// Rank cleans a matrix of low rank by the trace norm: λ against rank, singular values and error, and rank-one descent
// on the same problem, atom by atom.
var Rank = explore.Explorable{
	Name: "explore-rank", Title: "λ against rank, and atom by atom",
	Subtitle: "synthetic data, a 24 × 16 matrix of rank 3 with noise",
	Controls: []explore.Control{
		{Kind: explore.Slider, Name: "lambda", Label: "λ/λ_max", Min: 0.01, Max: 1, Step: 0.02, Log: true, Start: 0.3},
		{Kind: explore.Slider, Name: "noise", Label: "noise", Min: 0.05, Max: 1, Step: 0.05, Start: 0.4},
		{Kind: explore.Play, Name: "steps", Label: "steps of rank-one descent", Min: 1, Max: 40, Step: 1, Start: 12},
	},
	Answer: answerRank,
}

const rankRows, rankCols, rankTrue = 24, 16, 3

// noisyMatrix is the matrix and what it was without noise.
func noisyMatrix(noise float64) (y, truth []float64) {
	rng := rand.New(rand.NewPCG(1, 3))
	u, v := make([]float64, rankRows*rankTrue), make([]float64, rankTrue*rankCols)
	for _, x := range [][]float64{u, v} {
		for i := range x {
			x[i] = rng.NormFloat64() / math.Sqrt(rankTrue)
		}
	}
	truth = make([]float64, rankRows*rankCols)
	linalg.Gemm(truth, u, v, rankRows, rankTrue, rankCols, false)
	y = make([]float64, len(truth))
	for i, t := range truth {
		y[i] = t + noise*rng.NormFloat64()
	}
	return y, truth
}

// relative is ‖w − truth‖/‖truth‖.
func relative(w, truth []float64) float64 {
	var off, all float64
	for i, t := range truth {
		off, all = off+(w[i]-t)*(w[i]-t), all+t*t
	}
	return math.Sqrt(off / all)
}

// errorCurve is the error over λ/λ_max. Every solution has the singular vectors of Y, and its values less a threshold:
// ‖W − T‖² = Σ_k (w_k² − 2 w_k u_kᵀT v_k) + ‖T‖².
func errorCurve(y, truth []float64, most float64) (errors explore.Series) {
	pairs, _, ok := linalg.SingularPairs(y, rankRows, rankCols, 0)
	if !ok {
		panic("explorables: a matrix without singular values")
	}
	common, all := make([]float64, len(pairs.Values)), 0.
	for at, t := range truth {
		all += t * t
		for k := range common {
			common[k] += pairs.Left[k*rankRows+at/rankCols] * t * pairs.Right[k*rankCols+at%rankCols]
		}
	}
	const grid = 40
	for k := range grid + 1 {
		at, off := math.Pow(0.01, float64(k)/grid), all
		for j, s := range pairs.Values {
			w := max(0, s-at*most)
			off += w * (w - 2*common[j])
		}
		errors.X, errors.Y = append(errors.X, at), append(errors.Y, math.Sqrt(max(0, off)/all))
	}
	return errors
}

func answerRank(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	y, truth := noisyMatrix(v.Numbers["noise"])
	norm := prox.TraceNorm{Lambda: 1, Rows: rankRows, Cols: rankCols}
	before := norm.SingularValues(y)
	// W* = prox of nλ‖·‖_* at Y, and λ_max = ‖Y‖/n: see rankProblem.
	share, most := v.Numbers["lambda"], before[0]
	errors, w := errorCurve(y, truth, most), make([]float64, len(y))
	norm.Prox(w, y, share*most)
	after := norm.SingularValues(w)
	rank := 0
	values := []explore.Series{{Name: "before", Dots: true}, {Name: "after", Dots: true}}
	for k := range before {
		for i, s := range [][]float64{before, after} {
			values[i].X, values[i].Y = append(values[i].X, float64(k+1)), append(values[i].Y, s[k])
		}
		if before[k] > share*most {
			rank++
		}
	}
	objective := rankProblem(y, share*most).Objective(w)
	course, err := descend(ctx, rankKey{v.Numbers["noise"], share}, objective, int(math.Round(v.Numbers["steps"])), &a)
	if err != nil {
		return a, err
	}
	a.Facts = append([]explore.Fact{
		{Name: "rank", Value: float64(rank)}, {Name: "error", Value: relative(w, truth)}, {Name: "P*", Value: objective},
	}, a.Facts...)
	here := line("λ chosen", share, least([]explore.Series{errors}), share, greatest([]explore.Series{errors}))
	here.Dashed = true
	a.Columns = 3
	a.Panels = []explore.Panel{
		{Title: "singular values", X: explore.Axis{Label: "k"}, Y: explore.Axis{Label: "σ_k"}, Series: values},
		{
			Title: "error", X: explore.Axis{Label: "λ/λ_max", Log: true, Min: 0.01, Max: 1},
			Y: explore.Axis{Label: "‖W − truth‖/‖truth‖"}, Series: []explore.Series{errors, here},
		},
		{
			Title: "rank-one descent", X: explore.Axis{Label: "step"},
			Y: explore.Axis{Label: "P − P*", Log: true, Min: 1e-12, Max: 10}, Series: []explore.Series{course},
		},
	}
	return a, nil
}

// rankProblem is P(W) = (1/n) ½‖W − Y‖² + λ‖W‖_*, for λ = strength/n.
func rankProblem(y []float64, strength float64) *solver.Problem {
	norm := prox.TraceNorm{Lambda: 1, Rows: rankRows, Cols: rankCols}
	p := solver.NewProblem(linalg.Identity(rankRows), loss.SquaredOutputs{Y: y, K: rankCols}, norm)
	return p.At(strength / rankRows)
}

// rankKey is all that rank-one descent depends on, and rankStep what is shown of a step.
type rankKey struct{ noise, share float64 }

type rankStep struct {
	objective, gap float64
	atoms          int
}

// rankCourse goes on where the last answer left it.
var rankCourse = explore.Course[rankKey, *atoms.State, rankStep]{
	Begin: func(ctx context.Context, key rankKey) iter.Seq2[*atoms.State, error] {
		y, _ := noisyMatrix(key.noise)
		most := prox.TraceNorm{Lambda: 1, Rows: rankRows, Cols: rankCols}.SingularValues(y)[0]
		return atoms.Descent{}.Iterations(ctx, rankProblem(y, key.share*most))
	},
	Keep: func(st *atoms.State) rankStep { return rankStep{st.Objective, st.Gap, len(st.Atoms)} },
}

// descend takes so many steps of rank-one descent, and tells how many atoms it holds.
func descend(
	ctx context.Context, key rankKey, best float64, steps int, a *explore.Answer,
) (course explore.Series, err error) {
	taken, ended, err := rankCourse.To(ctx, key, steps)
	if err != nil {
		return course, err
	}
	for k, s := range taken {
		course.X, course.Y = append(course.X, float64(k+1)), append(course.Y, math.Max(s.objective-best, 0))
	}
	last := taken[len(taken)-1]
	a.Ended = ended
	a.Facts = append(a.Facts, explore.Fact{Name: "P of rank-one descent", Value: last.objective},
		explore.Fact{Name: "its gap", Value: last.gap})
	a.Said = []string{fmt.Sprintf("After %d steps rank-one descent holds %d atoms.", len(taken), last.atoms)}
	return course, nil
}
