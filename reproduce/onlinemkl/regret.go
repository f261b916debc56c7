package onlinemkl

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// The regret of Algorithm 1 on the training words of a fold, beside the bounds of the paper's Proposition 5. It is
// measured at the end of every pass, where the best fixed parameters are those of the batch problem, whatever the
// number of passes:
//
//	Reg_T = Σ_{t≤T} [λR(θ_t) + ℓ_t(θ_t)] − T · min_{θ∈Θ} [λR(θ) + (1/m) Σ_i ℓ_i(θ)],   Θ = {‖θ‖ ≤ √(2Λ/λ)}.
//
// Λ is the mean length of a word, so that the minimizer lies in Θ (Proposition 8), and G = 2 max ‖φ(x,y)‖ over training
// words and all their labellings. The minimum is known from both sides, by a long run and by duality, and so is the
// regret. The bounds of the proposition are judged with the regret at its largest, and with ‖θ*‖ of the best parameters
// found.

const (
	regretRow = "mkl-lqg"
	regretC   = 1.
)

// regretRules are the learning rates compared, by id; runs are in their order.
var regretRules = []struct{ id, title string }{
	{"fixed", "η = ‖θ*‖/(G√T)"},
	{"inv-sqrt", "η = F/(G√(2t))"},
	{"inv-sqrt-1", "η = 1/√t, as in Table 1"},
	{"inv-linear", "η = 1/(σt), elastic net"},
}

// Regret is the outcome on one fold, one run for each rule.
type Regret struct {
	Source datasets.Source
	Runs   []RegretRun
}

// Check tells whether there are all runs, and a number for every pass.
func (r Regret) Check() error {
	if len(r.Runs) != len(regretRules) {
		return fmt.Errorf("%d runs, not %d", len(r.Runs), len(regretRules))
	}
	for _, run := range r.Runs {
		n := len(run.Rounds)
		if n == 0 || len(run.Regret) != n || len(run.Bound) != n || len(run.Met) != n {
			return fmt.Errorf("rule %s: %d rounds, %d regrets, %d and %d bounds",
				run.Rule, n, len(run.Regret), len(run.Bound), len(run.Met))
		}
	}
	return nil
}

func ruleTitle(id string) string {
	for _, r := range regretRules {
		if r.id == id {
			return r.title
		}
	}
	return id
}

// regretKey is all that a Regret depends on.
type regretKey struct {
	Data          origin
	Row           string
	Fold          int
	C             float64
	Passes, Batch int
}

// batchPasses returns the number of passes of the long run.
func batchPasses(s reproduce.Scale) int {
	if s == reproduce.Paper {
		return 300
	}
	return 40
}

// addRegret adds the task, rows and curves of the regret on a fold.
func (s *study) addRegret(number int) {
	batch, in := batchPasses(s.Scale), s.fold(number)
	about := plan.Task{
		Key: regretKey{s.from, regretRow, number, regretC, epochs, batch}, Label: "regret",
		Cost: float64(batch) * s.from.letters() / 7000, Uses: []plan.Data{s.data, in},
	}
	found := plan.Add(s.Plan, about, func(ctx context.Context) (Regret, error) {
		f, err := in.Get(ctx)
		if err != nil {
			return Regret{}, err
		}
		out, err := f.regret(ctx, batch)
		out.Source = f.data.Source
		return out, err
	})
	for k, rule := range regretRules {
		s.Row(tableRegret, rule.id, func() (datasets.Source, reproduce.Values) {
			regret, ok := found.Get()
			if !ok {
				return datasets.Source{}, nil
			}
			return regret.Source, regretFields.Values(regret.Runs[k])
		})
		s.Curves(func() []reproduce.Curve {
			regret, ok := found.Get()
			if !ok {
				return nil
			}
			r := regret.Runs[k]
			return []reproduce.Curve{{
				ID:      fmt.Sprintf("%s-%s", tableRegret, rule.id),
				Columns: []string{"rounds", "regret", "regret at most", "bound", "bound with the subgradients met"},
				Values:  [][]float64{r.Rounds, r.Regret, r.most(), r.Bound, r.Met},
			}}
		})
	}
}

func (f *fold) regret(ctx context.Context, batch int) (Regret, error) {
	words := f.train.sequences.Len()
	m := float64(words)
	meanLength := float64(len(f.train.sequences.Y)) / m
	lambda := 1 / (regretC * m)
	g := f.lipschitz(specOf(regretRow).sources)
	var out Regret
	mkl, elastic := composite{lambda, 0}, composite{lambda, lambda}
	for _, problem := range []composite{mkl, elastic} {
		radius := math.Sqrt(2 * meanLength / (problem.lambda + problem.sigma))
		best, err := f.comparator(ctx, problem, radius, batch)
		if err != nil {
			return out, err
		}
		best.G, best.Radius = g, radius
		if problem == elastic {
			best.G += problem.sigma * radius // of the loss with (σ/2)‖θ‖² absorbed, on Θ
		}
		rules := map[string]online.Rate{"inv-linear": online.InvLinear{Sigma: problem.sigma}}
		if problem == mkl {
			rules = map[string]online.Rate{
				"fixed":      online.Constant{Eta: best.Comparator / (g * math.Sqrt(epochs*m))},
				"inv-sqrt":   online.InvSqrt{Eta0: 2 * radius / (math.Sqrt2 * g)},
				"inv-sqrt-1": online.InvSqrt{Eta0: 1},
			}
		}
		for _, rule := range regretRules {
			rate, ok := rules[rule.id]
			if !ok {
				continue
			}
			run := best
			run.Rule = rule.id
			if err := f.measure(ctx, &run, problem, rate); err != nil {
				return out, err
			}
			out.Runs = append(out.Runs, run)
		}
	}
	return out, nil
}

// lipschitz returns G = 2 max ‖φ(x,y)‖. All kernels are nonnegative, so that a word's features are longest when all its
// letters have the same label.
func (f *fold) lipschitz(sources []source) float64 {
	var most float64
	x := f.train.pixels
	for w := range f.train.sequences.Len() {
		lo, hi := f.train.sequences.Start[w], f.train.sequences.Start[w+1]
		squared := float64((hi - lo - 1) * (hi - lo - 1)) // transitions
		for _, s := range sources {
			k := s.of(f.h)
			for i := lo; i < hi; i++ {
				for j := lo; j < hi; j++ {
					squared += s.weight * k.OfDot(float64(x.Dot(i, x, j)), float64(x.Ones(i)), float64(x.Ones(j)))
				}
			}
		}
		most = max(most, squared)
	}
	return 2 * math.Sqrt(most)
}

// problem makes the zero model of the row and Algorithm 1 for it.
func (f *fold) problem(
	ctx context.Context, c composite, radius float64, rate online.Rate,
) (*params.Model, online.Proximal, error) {
	model, err := f.grouped(ctx, specOf(regretRow))
	return model, online.Proximal{
		Params: model, Terms: []online.Term{online.OnNorms(prox.SquaredL1{Lambda: c.lambda})},
		Rate: rate, Radius: radius, Absorb: c.sigma,
	}, err
}

// measure runs the rule over the words in file order and fills in its regret and bounds after every pass.
func (f *fold) measure(ctx context.Context, run *RegretRun, c composite, rate online.Rate) error {
	_, algorithm, err := f.problem(ctx, c, run.Radius, rate)
	if err != nil {
		return err
	}
	watch := &regretMeter{Oracle: &structured.Hinge{Data: &f.train.sequences}, psi: c.whole(), sigma: c.sigma, rate: rate}
	for st, err := range algorithm.Iterations(ctx, watch) {
		if err != nil {
			return err
		}
		t, diameter := float64(st.Evals), 2*run.Radius
		run.Rounds = append(run.Rounds, t)
		run.Regret = append(run.Regret, watch.sum-t*run.Minimum)
		var bound, start float64
		switch r := rate.(type) {
		case online.Constant:
			start = run.Comparator * run.Comparator / (2 * r.Eta)
			bound = r.Eta*t/2*run.G*run.G + start
		case online.InvSqrt:
			start = diameter * diameter / (2 * st.Step)
			bound = (diameter*diameter/(2*r.Eta0) + run.G*run.G*r.Eta0) * math.Sqrt(t)
		case online.InvLinear:
			bound = run.G * run.G * (1 + math.Log(t)) / (2 * r.Sigma)
		}
		run.Bound = append(run.Bound, bound)
		run.Met = append(run.Met, start+watch.met)
		run.LearningRateEnd = st.Step
		if st.Iter == epochs {
			return nil
		}
	}
	return context.Cause(ctx)
}

// regretMeter adds up, at the parameters that each round meets, the objective of the round and half the rate times the
// squared norm of its subgradient.
type regretMeter struct {
	toolkit.Oracle
	psi      interface{ Value(x []float64) float64 }
	sigma    float64
	rate     online.Rate
	sum, met float64
	t        int
}

func (w *regretMeter) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	loss := w.Oracle.Grad(i, p, u)
	b := norms(p)
	w.sum += loss + w.psi.Value(b)
	w.t++
	inner, squared := p.InnerProducts(u)
	squared += 2*w.sigma*inner + w.sigma*w.sigma*floats.Dot(b, b) // ‖g + σθ‖²
	w.met += w.rate.At(w.t) / 2 * squared
	return loss
}
