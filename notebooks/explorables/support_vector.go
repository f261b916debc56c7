package explorables

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// SupportVector is a support vector machine in the plane: λ and the rule of the stepsize, the line they find after some
// passes beside the best one, and the course of the objective.
var SupportVector = explore.Explorable{
	Name: "explore-svm", Title: "A line in the plane: λ and the step",
	Subtitle: "synthetic data, 80 points of two classes that overlap",
	Controls: []explore.Control{
		{Kind: explore.Slider, Name: "lambda", Label: "λ", Min: 1e-5, Max: 1, Step: 0.1, Log: true, Start: 1e-3},
		{
			Kind: explore.Choice, Name: "rule", Label: "step", Word: pegasos,
			Options: []string{pegasos, adaptive, proximal, optimistic},
		},
		{Kind: explore.Slider, Name: "passes", Label: "passes over the data", Min: 1, Max: 200, Step: 1, Start: 30},
	},
	Answer: answerSupportVector, Again: supportVectorAgain,
}

const (
	pegasos    = "Pegasos, 1/(λt)"
	adaptive   = "adaptive"
	proximal   = "proximal"
	optimistic = "optimistic proximal"
)

// points are two clouds; a third feature is 1, so that the line need not go through the origin.
func points() (x *linalg.Dense, y []float64) {
	const each = 40
	rng := rand.New(rand.NewPCG(1, 2))
	x, y = linalg.NewDense(2*each, 3, nil), make([]float64, 2*each)
	for i := range y {
		y[i] = float64(1 - 2*(i%2))
		copy(x.Row(i), []float64{1 + y[i] + 0.9*rng.NormFloat64(), 0.5 + 0.6*y[i] + 0.9*rng.NormFloat64(), 1})
	}
	return x, y
}

// stepRule is the method that plays the game by a rule.
func stepRule(
	ctx context.Context, rule string, game online.Game, o online.LinearOracle, w *params.Model,
) solver.Seq[*online.GameState] {
	game.Params = w
	switch rule {
	case adaptive:
		return online.AdaptiveSubgradient{Game: game}.Iterations(ctx, o)
	case proximal:
		return online.ProximalSubgradient{Game: game}.Iterations(ctx, o)
	case optimistic:
		return online.OptimisticProximal{Game: game}.Iterations(ctx, o)
	}
	return online.Subgradient{Game: game}.Iterations(ctx, o)
}

// pointsProblem is the problem of the points.
func pointsProblem(lambda float64) (p *solver.Problem, x *linalg.Dense, y []float64) {
	x, y = points()
	return solver.NewProblem(x, loss.Hinge{Y: y}, prox.Ridge{Mu: lambda}), x, y
}

// bestLine keeps the best one while the reader moves on; the key is λ.
var bestLine = explore.Last[float64, solver.Result]{
	Make: func(ctx context.Context, lambda float64) (solver.Result, error) {
		p, _, _ := pointsProblem(lambda)
		const most = 3000
		seq := coordinate.DualDescent{}.Iterations(ctx, p)
		return solver.Run(seq, solver.Any(solver.RelGap(1e-6), solver.MaxIter(most)))
	},
}

// lineKey is all that a game depends on, and linePass the line after a pass.
type lineKey struct {
	lambda float64
	rule   string
}

type linePass struct {
	w         []float64
	objective float64
}

// lineCourse plays on where the last answer left it.
var lineCourse = explore.Course[lineKey, linePass, linePass]{
	Begin: func(ctx context.Context, key lineKey) iter.Seq2[linePass, error] {
		p, x, y := pointsProblem(key.lambda)
		explicit, game := params.NewExplicit(0, x, 1), online.Game{Lambda: key.lambda, Seed: 1}
		oracle, play := online.LinearOracle{A: x, Loss: loss.Hinge{Y: y}}, params.NewModel([]params.Block{explicit})
		return func(yield func(linePass, error) bool) {
			for _, err := range stepRule(ctx, key.rule, game, oracle, play) {
				w := slices.Clone(explicit.Weights())
				if !yield(linePass{w, p.Objective(w)}, err) {
					return
				}
			}
		}
	},
	Keep: func(pass linePass) linePass { return pass },
}

func answerSupportVector(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	x, y := points()
	lambda, passes := v.Numbers["lambda"], int(math.Round(v.Numbers["passes"]))
	best, err := bestLine.Of(ctx, lambda)
	if err != nil {
		return a, err
	}
	played, _, err := lineCourse.To(ctx, lineKey{lambda, v.Words["rule"]}, passes)
	if err != nil {
		return a, err
	}
	course := explore.Series{}
	for k, pass := range played {
		course.X, course.Y = append(course.X, float64(k+1)), append(course.Y, pass.objective)
	}
	at, w := course.Y[len(course.Y)-1], played[len(played)-1].w
	a.Facts = []explore.Fact{
		{Name: "P after the passes", Value: at}, {Name: "best P", Value: best.Objective},
		{Name: "best P − P* ≤", Value: best.Gap}, {Name: "left: P − P* ≤", Value: at - best.Objective + best.Gap},
	}
	lowest := line("best", 1, best.Objective, float64(passes), best.Objective)
	lowest.Dashed = true
	a.Columns = 2
	a.Panels = []explore.Panel{
		{
			Title: "the plane", X: explore.Axis{Label: "feature 1", Min: planeMin, Max: planeMax},
			Y: explore.Axis{Label: "feature 2", Min: planeMin, Max: planeMax}, Series: plane(x, y, w, best.X),
		},
		{
			Title: "the course", X: explore.Axis{Label: "pass"}, Y: explore.Axis{Label: "objective P", Log: true},
			Series: []explore.Series{course, lowest},
		},
	}
	return a, nil
}

const planeMin, planeMax = -3, 5

// plane draws the points, the line found with its margins, and the best one.
func plane(x *linalg.Dense, y, w, best []float64) []explore.Series {
	classes := []explore.Series{{Name: "+1", Dots: true, Color: 1}, {Name: "−1", Dots: true, Color: 2}}
	for i, label := range y {
		s := &classes[int(1-label)/2]
		s.X, s.Y = append(s.X, x.At(i, 0)), append(s.Y, x.At(i, 1))
	}
	out := classes
	for _, l := range []struct {
		name   string
		w      []float64
		level  float64
		color  int
		dashed bool
	}{{"found", w, 0, 3, false}, {"", w, 1, 3, true}, {"", w, -1, 3, true}, {"best", best, 0, 7, false}} {
		if s, ok := crossing(l.w, l.level); ok {
			s.Name, s.Color, s.Dashed = l.name, l.color, l.dashed
			out = append(out, s)
		}
	}
	return out
}

// crossing is where w₁x₁ + w₂x₂ + w₃ = level crosses the plane that is shown.
func crossing(w []float64, level float64) (s explore.Series, ok bool) {
	add := func(x1, x2 float64) {
		const slack = 1e-9
		if x1 >= planeMin-slack && x1 <= planeMax+slack && x2 >= planeMin-slack && x2 <= planeMax+slack && len(s.X) < 2 {
			s.X, s.Y = append(s.X, x1), append(s.Y, x2)
		}
	}
	for _, edge := range []float64{planeMin, planeMax} {
		if w[1] != 0 {
			add(edge, (level-w[2]-w[0]*edge)/w[1])
		}
		if w[0] != 0 {
			add((level-w[2]-w[1]*edge)/w[0], edge)
		}
	}
	return s, len(s.X) == 2
}

// supportVectorAgain finds the best line by a command, and plays on as the page does in a program.
func supportVectorAgain(v explore.Values) (out explore.Again, err error) {
	x, y := points()
	lambda, file := number(v.Numbers["lambda"]), "points.csv"
	out.Command = "proxlab fit --data " + file + " --target y --loss hinge --mu " + lambda
	out.Files = []explore.NamedFile{csvFile(file, x, y)}
	method := map[string]string{
		pegasos: "Subgradient", adaptive: "AdaptiveSubgradient", proximal: "ProximalSubgradient",
		optimistic: "OptimisticProximal",
	}[v.Words["rule"]]
	out.Go = program(file, fmt.Sprintf(`	x := f.X.(linalg.Rows) // as those of files are
	p := solver.NewProblem(f.X, loss.Hinge{Y: f.Y}, prox.Ridge{Mu: %[1]s})
	w := params.NewExplicit(0, x, 1)
	game := online.Game{Lambda: %[1]s, Seed: 1, Params: params.NewModel([]params.Block{w})}
	oracle, pass := online.LinearOracle{A: x, Loss: loss.Hinge{Y: f.Y}}, 0
	for _, err := range (online.%[2]s{Game: game}).Iterations(ctx, oracle) {
		if err != nil {
			log.Fatal(err)
		}
		if pass++; pass == %[3]d {
			fmt.Println("P after the passes", p.Objective(w.Weights()))
			break
		}
	}
	best, err := solver.Run(coordinate.DualDescent{}.Iterations(ctx, p), solver.RelGap(1e-6))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("P", best.Objective, "gap", best.Gap)
`, lambda, method, int(math.Round(v.Numbers["passes"]))),
		"toolkit/linalg", "toolkit/loss", "toolkit/params", "toolkit/prox", "toolkit/solver", "toolkit/solver/coordinate",
		"toolkit/solver/online")
	return out, nil
}
