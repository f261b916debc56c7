package explorables

import (
	"context"
	"fmt"
	"iter"
	"math"
	"sync"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// Lasso is a sparse regression at the λ that the reader chooses: the gap as the solver brings it down, step by step, as
// far as the reader lets it, and where on the path of solutions this one is.
var Lasso = explore.Explorable{
	Name: "explore-lasso", Title: "Choose λ, and watch the certificate fall",
	Subtitle: "synthetic data, 60 examples of 120 features, of which 8 matter",
	Controls: []explore.Control{
		{Kind: explore.Slider, Name: "lambda", Label: "λ/λ_max", Min: 0.02, Max: 1, Step: 0.01, Log: true, Start: 0.2},
		{
			Kind: explore.Choice, Name: "method", Label: "method", Options: []string{fista, noMomentum}, Word: fista,
		},
		{Kind: explore.Play, Name: "steps", Label: "iterations", Min: 1, Max: 1200, Step: 1, Start: 200},
	},
	Answer: answerLasso, Again: lassoAgain,
}

const (
	fista      = "FISTA"
	noMomentum = "without momentum"
)

// lassoPath is the problem, and its solutions from λ_max down.
type lassoPath struct {
	a      *linalg.Dense
	y      []float64
	most   float64
	curves []explore.Series
}

var lassoProblem = sync.OnceValues(func() (*lassoPath, error) {
	const relevant = 8
	p := &lassoPath{}
	p.a, p.y = generate.SparseRegression(60, 120, relevant, 1, 1)
	c, data := fit.Linear{Penalty: prox.L1{Lambda: 1}}, fit.Data{X: p.a, Y: p.y}
	var err error
	if p.most, err = c.LambdaMax(data); err != nil {
		return nil, err
	}
	models, err := c.Path(context.Background(), data, fit.Geometric(p.most, 0.02, 30))
	if err != nil {
		return nil, err
	}
	p.curves = make([]explore.Series, p.a.C)
	for j := range p.curves {
		s := explore.Series{Color: 6, Dashed: true}
		if j < relevant {
			s = explore.Series{Color: 1}
		}
		for _, m := range models {
			s.X, s.Y = append(s.X, m.Lambda/p.most), append(s.Y, m.Weights[j])
		}
		if nonzero(s.Y) > 0 {
			p.curves[j] = s
		}
	}
	p.curves[0].Name = "the features that matter"
	for j := relevant; j < len(p.curves); j++ {
		if p.curves[j].X != nil {
			p.curves[j].Name = "others"
			break
		}
	}
	return p, nil
})

// lassoKey is all that the iteration depends on, and lassoStep what is shown of one.
type lassoKey struct {
	share      float64
	noMomentum bool
}

type lassoStep struct {
	objective, gap float64
	weights        []float64
}

// lassoCourse goes on where the last answer left it, until the gap is small.
var lassoCourse = explore.Course[lassoKey, *gradient.FISTAState, lassoStep]{
	Begin: func(ctx context.Context, key lassoKey) iter.Seq2[*gradient.FISTAState, error] {
		return func(yield func(*gradient.FISTAState, error) bool) {
			path, err := lassoProblem()
			if err != nil {
				yield(nil, err)
				return
			}
			p := solver.NewProblem(path.a, loss.Squared{Y: path.y}, prox.L1{Lambda: key.share * path.most})
			method := gradient.FISTA{CheckEvery: 1, NoMomentum: key.noMomentum}
			for st, err := range method.Iterations(ctx, p) {
				if !yield(st, err) || err != nil || st.Gap <= 1e-9*st.Objective {
					return
				}
			}
		}
	},
	Keep: func(st *gradient.FISTAState) lassoStep { return lassoStep{st.Objective, st.Gap, st.X(nil)} },
}

func answerLasso(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	path, err := lassoProblem()
	if err != nil {
		return a, err
	}
	share := v.Numbers["lambda"]
	key := lassoKey{share, v.Words["method"] == noMomentum}
	steps, ended, err := lassoCourse.To(ctx, key, int(math.Round(v.Numbers["steps"])))
	if err != nil {
		return a, err
	}
	var gap explore.Series
	for k, s := range steps {
		gap.X, gap.Y = append(gap.X, float64(k+1)), append(gap.Y, s.gap)
	}
	last := steps[len(steps)-1]
	a.Ended = ended
	a.Facts = []explore.Fact{
		{Name: "objective P", Value: last.objective}, {Name: GapFact, Value: last.gap},
		{Name: "iterations", Value: float64(len(steps))},
		{Name: "weights that are not 0:", Value: float64(nonzero(last.weights))},
	}
	a.Said = []string{"Not 0: " + support(last.weights) + ". The first eight matter."}
	if ended {
		a.Said = append(a.Said, "It has ended: the gap is a billionth of P.")
	}
	here := line("λ chosen", share, least(path.curves), share, greatest(path.curves))
	here.Color, here.Dashed = 2, true
	a.Columns = 2
	a.Panels = []explore.Panel{
		{
			Title: "the certificate", X: explore.Axis{Label: "iteration"},
			Y: explore.Axis{Label: "duality gap", Log: true, Min: 1e-10, Max: 10}, Series: []explore.Series{gap},
		},
		{
			Title: "the path", X: explore.Axis{Label: "λ/λ_max", Log: true, Min: 0.02, Max: 1}, Y: explore.Axis{Label: "weight"},
			Series: append([]explore.Series{here}, path.curves...),
		},
	}
	return a, nil
}

// least and greatest are the ends of what curves take for y.
func least(curves []explore.Series) (v float64) {
	for _, s := range curves {
		for _, y := range s.Y {
			v = min(v, y)
		}
	}
	return v
}

func greatest(curves []explore.Series) (v float64) {
	for _, s := range curves {
		for _, y := range s.Y {
			v = max(v, y)
		}
	}
	return v
}

// lassoAgain is the command that solves the problem to its tolerance, and the program that iterates as the page does.
func lassoAgain(v explore.Values) (out explore.Again, err error) {
	path, err := lassoProblem()
	if err != nil {
		return out, err
	}
	share, file := number(v.Numbers["lambda"]), "lasso.csv"
	out.Command = "proxlab fit --data " + file + " --target y --penalty l1 --lambda " + share + "max"
	out.Files = []explore.NamedFile{csvFile(file, path.a, path.y)}
	out.Go = program(file, fmt.Sprintf(`	p := solver.NewProblem(f.X, loss.Squared{Y: f.Y}, prox.L1{Lambda: 1})
	p = p.At(%s * p.LambdaMax())
	method := gradient.FISTA{CheckEvery: 1, NoMomentum: %t}
	for st, err := range method.Iterations(ctx, p) {
		if err != nil {
			log.Fatal(err)
		}
		if st.Iter == %.0f || st.Gap <= 1e-9*st.Objective {
			fmt.Println("P", st.Objective, "gap", st.Gap)
			return
		}
	}
`, share, v.Words["method"] == noMomentum, v.Numbers["steps"]),
		"toolkit/loss", "toolkit/prox", "toolkit/solver", "toolkit/solver/gradient")
	return out, nil
}
