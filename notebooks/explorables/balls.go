package explorables

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// Balls shows a penalty by its unit ball, cut by the plane of two weights, and by its path of solutions. The reader
// chooses the penalty and draws the groups, which may overlap: with the sum of their norms what is 0 is a union of
// groups, with the latent penalty what is not 0.
var Balls = explore.Explorable{
	Name: "explore-balls", Title: "A penalty, its unit ball, and its path",
	Subtitle: "synthetic data, 30 examples of 6 features, of which 1 and 2 matter",
	Controls: []explore.Control{
		{
			Kind: explore.Choice, Name: "penalty", Label: "penalty", Word: overGroups,
			Options: []string{overLasso, overGroups, overLatent, overSparse, overSlope, overLargest},
		},
		{
			Kind: explore.Cells, Name: "groups", Label: "groups of weights: drag over those of one; they may overlap",
			Columns: ballFeatures, Word: "1 2; 2 3; 4 5 6",
		},
		{Kind: explore.Choice, Name: "plane", Label: "the ball's weights", Word: "1 and 2", Options: planes()},
		{Kind: explore.Slider, Name: "mix", Label: "share of groups, or of equal weights", Max: 1, Step: 0.05, Start: 0.5},
		{Kind: explore.Slider, Name: "lambda", Label: "λ/λ_max", Min: 0.01, Max: 1, Step: 0.02, Log: true, Start: 0.2},
	},
	Answer: answerBalls,
}

const (
	ballFeatures = 6

	overLasso   = "ℓ1"
	overGroups  = "groups"
	overLatent  = "latent groups"
	overSparse  = "sparse groups"
	overSlope   = "sorted ℓ1"
	overLargest = "largest of a group"
)

// planes are the pairs of weights that a ball can be cut along.
func planes() (names []string) {
	for i := 1; i < ballFeatures; i++ {
		for j := i + 1; j <= ballFeatures; j++ {
			names = append(names, fmt.Sprintf("%d and %d", i, j))
		}
	}
	return names
}

// parseGroups reads groups as the reader drew them: weights in no group become one each. disjoint tells that none
// overlap.
func parseGroups(text string) (groups prox.Groups, disjoint bool, err error) {
	drawn, err := explore.Groups(text, ballFeatures)
	if err != nil {
		return nil, false, err
	}
	disjoint = true
	seen := make([]int, ballFeatures)
	for _, group := range drawn {
		groups = append(groups, group)
		for _, j := range group {
			seen[j]++
			disjoint = disjoint && seen[j] == 1
		}
	}
	for j, count := range seen {
		if count == 0 {
			groups = append(groups, []int{j})
		}
	}
	return groups, disjoint, nil
}

// ballPenalty is the penalty that the controls say.
func ballPenalty(key ballKey) (toolkit.Proxable, error) {
	groups, disjoint, err := parseGroups(key.groups)
	mix := key.mix
	switch name := key.penalty; {
	case err != nil:
		return nil, err
	case name == overLasso:
		return prox.L1{Lambda: 1}, nil
	case name == overSlope:
		weights := make([]float64, ballFeatures)
		for i := range weights {
			weights[i] = 1 - (1-mix)*float64(i)/ballFeatures
		}
		return prox.Slope{Lambda: 1, Weights: weights}, nil
	case name == overLatent && !disjoint:
		return prox.Latent{Lambda: 1, Groups: groups}, nil
	case name == overGroups && !disjoint:
		return prox.Overlap{Lambda: 1, Groups: groups}, nil
	case !disjoint:
		return nil, fmt.Errorf("%s do not overlap; %s and %s may", name, overGroups, overLatent)
	case name == overGroups, name == overLatent: // the same without overlap
		return prox.L21{Lambda: 1, Groups: groups}, nil
	case name == overLargest:
		return prox.L1Inf{Lambda: 1, Groups: groups}, nil
	}
	return prox.SparseGroup{Lambda: 1, Mix: mix, Groups: groups}, nil
}

// ball is the boundary of {Ω ≤ 1} in the plane of weights i and j: in the direction u it is at u/Ω(u).
func ball(omega toolkit.Proxable, i, j int) explore.Series {
	const points = 240
	s := explore.Series{Name: "Ω = 1"}
	for k := range points + 1 {
		u := make([]float64, ballFeatures)
		u[j], u[i] = math.Sincos(2 * math.Pi * float64(k) / points)
		r := 1 / omega.Value(u)
		s.X, s.Y = append(s.X, r*u[i]), append(s.Y, r*u[j])
	}
	return s
}

// ballKey is all that a path depends on, and ballPath the penalty, the data and the path, with λ_max.
type ballKey struct {
	penalty, groups string
	mix             float64
}

type ballPath struct {
	omega  toolkit.Proxable
	data   fit.Data
	most   float64
	models []*model.Linear
}

// ballPaths keeps the path while the reader moves λ, or turns the ball.
var ballPaths = explore.Last[ballKey, ballPath]{Make: func(ctx context.Context, key ballKey) (p ballPath, err error) {
	if p.omega, err = ballPenalty(key); err != nil {
		return p, err
	}
	x, y := generate.SparseRegression(30, ballFeatures, 2, 1, 3)
	p.data = fit.Data{X: x, Y: y}
	ready, err := ballFit(p.omega).Prepare(p.data)
	if err != nil {
		return p, err
	}
	if p.most, err = ready.LambdaMax(); err != nil {
		return p, err
	}
	p.models, err = ready.Path(ctx, fit.Geometric(p.most, 0.01, 25))
	return p, err
}}

func ballFit(omega toolkit.Proxable) fit.Linear { return fit.Linear{Penalty: omega, Tol: 1e-8} }

func answerBalls(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	p, err := ballPaths.Of(ctx, ballKey{v.Words["penalty"], v.Words["groups"], v.Numbers["mix"]})
	if err != nil {
		return a, err
	}
	var i, j int
	if _, err := fmt.Sscanf(v.Words["plane"], "%d and %d", &i, &j); err != nil {
		return a, err
	}
	share, most, c := v.Numbers["lambda"], p.most, ballFit(p.omega)
	c.Lambda = share * most
	m, err := c.Fit(ctx, p.data)
	if err != nil {
		return a, err
	}
	a.Facts = []explore.Fact{
		{Name: "objective P", Value: m.Objective}, {Name: GapFact, Value: m.Gap}, {Name: "λ_max", Value: most},
		{Name: "weights that are not 0:", Value: float64(m.Nonzeros())},
	}
	a.Said = []string{"Not 0: " + support(m.Weights) + "."}
	path := make([]explore.Series, ballFeatures)
	for k := range path {
		path[k].Name = fmt.Sprintf("weight %d", k+1)
		for _, m := range p.models {
			path[k].X, path[k].Y = append(path[k].X, m.Lambda/most), append(path[k].Y, m.Weights[k])
		}
	}
	here := line("λ chosen", share, least(path), share, greatest(path))
	here.Dashed, here.Color = true, ballFeatures+1
	a.Columns = 2
	a.Panels = []explore.Panel{
		{
			Title: "the unit ball", X: explore.Axis{Label: fmt.Sprintf("weight %d", i), Min: -1.8, Max: 1.8},
			Y: explore.Axis{Label: fmt.Sprintf("weight %d", j), Min: -1.8, Max: 1.8}, Equal: true,
			Series: []explore.Series{ball(p.omega, i-1, j-1)},
		},
		{
			Title: "the path of solutions", X: explore.Axis{Label: "λ/λ_max", Log: true, Min: 0.01, Max: 1},
			Y: explore.Axis{Label: "weight"}, Series: append(path, here),
		},
	}
	return a, nil
}
