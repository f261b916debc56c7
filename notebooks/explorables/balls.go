package explorables

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
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
	Answer: answerBalls, Again: ballsAgain,
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

// saidPenalty is a penalty, and how it is said by flags, which may read files, and in Go.
type saidPenalty struct {
	toolkit.Proxable
	flags, words string
	files        []explore.NamedFile
}

// ballPenalty is the penalty that the controls say.
func ballPenalty(key ballKey) (p saidPenalty, err error) {
	groups, disjoint, err := parseGroups(key.groups)
	if err != nil {
		return p, err
	}
	grouped := func(omega toolkit.Proxable, kind, name string) saidPenalty {
		const file = "groups.txt"
		return saidPenalty{
			omega, kind + " --groups " + file, "prox." + name + "Groups: " + groupsOf(groups) + "}",
			[]explore.NamedFile{groupsFile(file, groups)},
		}
	}
	mix := key.mix
	switch name := key.penalty; {
	case name == overLasso:
		return saidPenalty{prox.L1{Lambda: 1}, "l1", "prox.L1{Lambda: 1}", nil}, nil
	case name == overSlope:
		const file = "slope.txt"
		weights := make([]float64, ballFeatures)
		for i := range weights {
			weights[i] = 1 - (1-mix)*float64(i)/ballFeatures
		}
		return saidPenalty{
			prox.Slope{Lambda: 1, Weights: weights}, "slope --slope " + file,
			"prox.Slope{Lambda: 1, Weights: []float64{" + wordsOf(weights, ", ") + "}}",
			[]explore.NamedFile{{Name: file, Content: wordsOf(weights, "\n") + "\n"}},
		}, nil
	case name == overLatent && !disjoint:
		return grouped(prox.Latent{Lambda: 1, Groups: groups}, "latent-group", "Latent{Lambda: 1, "), nil
	case name == overGroups && !disjoint:
		return grouped(prox.Overlap{Lambda: 1, Groups: groups}, "overlap-group", "Overlap{Lambda: 1, "), nil
	case !disjoint:
		return p, fmt.Errorf("%s do not overlap; %s and %s may", name, overGroups, overLatent)
	case name == overGroups, name == overLatent: // the same without overlap
		return grouped(prox.L21{Lambda: 1, Groups: groups}, "group", "L21{Lambda: 1, "), nil
	case name == overLargest:
		return grouped(prox.L1Inf{Lambda: 1, Groups: groups}, "group-max", "L1Inf{Lambda: 1, "), nil
	}
	return grouped(prox.SparseGroup{Lambda: 1, Mix: mix, Groups: groups}, "sparse-group --mix "+number(mix),
		"SparseGroup{Lambda: 1, Mix: "+number(mix)+", "), nil
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
	said, err := ballPenalty(key)
	if err != nil {
		return p, err
	}
	p.omega = said.Proxable
	x, y := ballData()
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

func ballData() (*linalg.Dense, []float64) {
	return generate.SparseRegression(30, ballFeatures, 2, 1, 3)
}

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

// ballsAgain fits with the penalty that the controls say, by the command and in Go.
func ballsAgain(v explore.Values) (out explore.Again, err error) {
	p, err := ballPenalty(ballKey{v.Words["penalty"], v.Words["groups"], v.Numbers["mix"]})
	if err != nil {
		return out, err
	}
	const file = "balls.csv"
	x, y := ballData()
	out.Command = fmt.Sprintf("proxlab fit --data %s --target y --penalty %s --lambda %smax --tol 1e-8", file, p.flags,
		number(v.Numbers["lambda"]))
	out.Files = append([]explore.NamedFile{csvFile(file, x, y)}, p.files...)
	solve := fitted("Penalty: "+p.words+", Tol: 1e-8", v.Numbers["lambda"], true)
	out.Go = program(file, solve, "toolkit/fit", "toolkit/prox")
	return out, nil
}
