package reproduce_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// draw is one experiment: N examples of D normal features, of which the first S matter. It is the key of a task, and
// holds all that the result depends on.
type draw struct {
	D, S, N int
	Seed    uint64
}

// recovers tells, as 1 or 0, whether the lasso finds the features that matter with their signs, and no others.
func (x draw) recovers(ctx context.Context) (float64, error) {
	const noise, weight = 0.5, 0.5
	rng := rand.New(rand.NewPCG(x.Seed, uint64(x.N)))
	data := fit.Data{X: linalg.NewDense(x.N, x.D, nil), Y: make([]float64, x.N)}
	for i := range x.N {
		row := data.X.(*linalg.Dense).Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		for j := range x.S {
			data.Y[i] += weight * row[j]
		}
		data.Y[i] += noise * rng.NormFloat64()
	}
	lambda := noise * math.Sqrt(2*math.Log(float64(x.S))*math.Log(float64(x.D-x.S))/float64(x.N))
	m, err := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: lambda}.Fit(ctx, data)
	if err != nil {
		return 0, err
	}
	for j, w := range m.Weights {
		if (w > 0) != (j < x.S) || w < 0 {
			return 0, nil
		}
	}
	return 1, nil
}

// recovered are the draws of so many examples.
type recovered struct {
	n     int
	found []float64 // 1 or 0, draw by draw
}

// The values of the table's rows: key, heading, format, and how they come from the draws.
var (
	theta = reproduce.Shown("theta", "θ", reproduce.Decimals(2), func(x recovered) float64 {
		return float64(x.n) / (2 * relevant * math.Log(features-relevant))
	})
	share = reproduce.Shown("share", "recovered", reproduce.Decimals(2), func(x recovered) float64 {
		return stat.Mean(x.found, nil)
	})
	found  = reproduce.Kept("found", func(x recovered) []float64 { return x.found })
	fields = reproduce.Fields[recovered]{
		reproduce.Shown("n", "n", reproduce.Decimals(0), func(x recovered) int { return x.n }), theta, share, found,
		reproduce.Shown("draws", "draws", reproduce.Decimals(0), func(x recovered) int { return len(x.found) }),
		reproduce.Whole[recovered]("data", reproduce.Kind),
	}
)

const features, relevant = 64, 9

// threshold is the study: a table of shares over the number of examples, a figure of it, and what the paper claims.
var threshold = reproduce.Study{
	Name: "threshold", Title: "When does the lasso find the features?", Version: 1,
	Command: "go run .",
	Paper: "Wainwright, Sharp thresholds for high-dimensional and noisy sparsity recovery using ℓ1-constrained " +
		"quadratic programming, 2009",
	Guide: "The share of draws in which the lasso finds the relevant features, with their signs and no others.",
	Modes: []reproduce.Mode{reproduce.Literal},
	Layouts: []reproduce.Layout{{
		ID: "recovery", Title: "Signed support recovery over the number of examples",
		Notes: []string{"θ = n/(2s log(d − s))."}, Columns: fields.Columns(),
	}},
	Plan:    planThreshold,
	Figures: drawThreshold,
	Claims: []reproduce.Criterion{{
		ID: "W-1", Table: "recovery", Figure: "recovery", Where: "abstract", Paper: "0 below θ = 1, 1 above",
		Statement: "For the special case of the uniform Gaussian ensemble … the precise threshold n = 2k log(p − k) is " +
			"exactly determined.",
		Rule: "a share of at most 0.1 recovers the features up to θ = 0.75, and of at least 0.6 from θ = 1.9",
		Judge: func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
			var effects []evidence.Effect
			below, above := 0., 1.
			for _, r := range t.Rows {
				theta, share, found := theta.In(r), share.In(r), found.In(r)
				at := fmt.Sprintf("the share at θ = %.2f", theta)
				switch {
				case theta <= 0.75:
					effects, below = append(effects, evidence.AtMost(at, found, 0.1)), max(below, share)
				case theta >= 1.9:
					effects, above = append(effects, evidence.AtLeast(at, found, 0.6)), min(above, share)
				}
			}
			return evidence.All(fmt.Sprintf("at most %.2f below, at least %.2f above", below, above), effects...)
		},
	}},
}

// planThreshold says what there is to do: one task a draw, and one row a number of examples.
func planThreshold(d *reproduce.Draft) error {
	draws := map[reproduce.Scale]int{reproduce.Quick: 20, reproduce.Paper: 200}[d.Scale]
	for _, n := range []int{18, 36, 54, 72, 90, 108, 144, 180} {
		found := make([]*plan.Result[float64], draws)
		for k := range found {
			x := draw{features, relevant, n, d.Seed + uint64(k)}
			found[k] = plan.Add(d.Plan, plan.Task{Key: x, Label: fmt.Sprintf("%d examples", n), Cost: 0.01}, x.recovers)
		}
		d.Row("recovery", fmt.Sprint(n), func() (datasets.Source, reproduce.Values) {
			all := plan.Filled(found)
			if len(all) == 0 { // interrupted before
				return datasets.Source{}, nil
			}
			return datasets.Source{Name: "normal features", Kind: datasets.Synthetic}, fields.Values(recovered{n, all})
		})
	}
	return nil
}

func drawThreshold(rec *reproduce.Record) []figures.Figure {
	f := figures.Lines{
		Meta: figures.Meta{ID: "recovery", Title: "Features found by the lasso", Subtitle: "synthetic data"},
		X:    figures.Axis{Label: "θ = n/(2s log(d − s))"}, Y: figures.Axis{Label: "share of draws"},
	}
	if t := rec.Table("recovery"); t != nil {
		f.Series = []figures.Series{{Name: "lasso", X: reproduce.Each(t.Rows, theta.In), Y: reproduce.Each(t.Rows, share.In)}}
	}
	return []figures.Figure{f}
}

// A study of one's own, outside of this module: what is tried, what is shown and what is claimed. Progress, resume,
// clusters, reports and notebooks come with it.
func ExampleStudy() {
	rec, err := threshold.Run(context.Background(), reproduce.DefaultConfig())
	if err != nil {
		fmt.Println(err)
	}
	for _, r := range rec.Table("recovery").Rows {
		fmt.Printf("n = %3.0f: %.2f\n", r.Number("n"), share.In(r))
	}
	fmt.Println(rec.Claims[0].ID, rec.Claims[0].Verdict)
	// Output:
	// n =  18: 0.00
	// n =  36: 0.00
	// n =  54: 0.00
	// n =  72: 0.15
	// n =  90: 0.60
	// n = 108: 0.50
	// n = 144: 0.80
	// n = 180: 0.90
	// W-1 holds
}
