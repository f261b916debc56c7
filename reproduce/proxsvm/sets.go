// Package proxsvm rebuilds Table 1 and Figures 1 and 2 of Do, Le, Foo, Proximal Regularization for Online and Batch
// Learning (ICML 2009): linear support vector machines at small λ, trained by Pegasos, by adaptive online gradient
// descent and by the optimistic proximal method.
//
// The paper's scaling is the toolkit's: (λ/2)‖w‖² plus the mean hinge loss, no intercept. Its "effective iterations"
// are passes: as many draws, uniform and with replacement, as there are examples.
//
// What the paper leaves open is settled as follows, in literal mode: one example a round; G = max‖x_i‖ + √λ for all
// rounds; the last iterate is evaluated after every pass. What begins anew when R grows turns verdicts, and is read in
// three ways (readings.go): of these table1 has the one in which w stays, and t, λ_{1:t} and τ_{1:t} begin anew. The
// adaptive method has R = 1/√λ and 3τ_tR² = 2G²/(λ_{1:t} + τ_{1:t}). Sound mode never restarts and takes G_t = ‖g_t‖.
// One class is set against the rest, and a fifth is held out, as dataset.Binary.Classes says of every set.
//
// A run is one seed, of which all methods see the same examples in the same order.
package proxsvm

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// set is a row of the table: a two-class problem, the paper's λ_best for it, about how many millions of numbers other
// than 0 it has, and how many runs of every method the paper scale has: more where runs end far apart, and fewer where
// they are long.
type set struct {
	id       string
	lambda   float64
	paper    paper
	millions float64
	runs     int
}

// bytes is about what a set takes in memory.
func (s set) bytes() float64 { return s.millions * 1e6 * 12 }

// secondsPerMillion is about what a pass over a million numbers takes, with the evaluation after it.
const secondsPerMillion = 0.01

// about is what a result says of the set that it comes from.
type about struct {
	Source                datasets.Source
	Classes               string
	Train, Test, Features int
}

func aboutOf(d *dataset.Binary) about {
	return about{d.Source, d.Classes, d.Train.X.R, d.Test.X.R, d.Train.X.C}
}

// paper is what Table 1 reports for a set, in the order of methods; NaN for n/a, and for sets the paper does not have.
type paper struct {
	loss, passes [3]float64
}

var (
	na       = math.NaN()
	noneSuch = paper{[3]float64{na, na, na}, [3]float64{na, na, na}}
)

// sets are the paper's nine in its order, then stand-ins for those that are hard to get.
var sets = []set{
	{"a9a", 1e-4, paper{[3]float64{.3537, .3531, .3533}, [3]float64{28, 19, 18}}, 0.7, 20},
	{"combined", 1e-9, paper{[3]float64{.5299, .2760, .2336}, [3]float64{100, 99, 8}}, 8, 20},
	{"connect-4", 1e-7, paper{[3]float64{6.8229, .9698, .5136}, [3]float64{na, 99, 63}}, 2.8, 200},
	{"covtype", 1e-8, paper{[3]float64{1.4852, .7217, .5830}, [3]float64{na, 96, 12}}, 7, 20},
	{"ijcnn1", 1e-7, paper{[3]float64{.3582, .2088, .1857}, [3]float64{89, 98, 3}}, 1.8, 20},
	{"mnist", 1e-5, paper{[3]float64{.1200, .1033, .1012}, [3]float64{75, 28, 3}}, 10.5, 10},
	{"rcv1", 1e-7, paper{[3]float64{.0084, .0035, .0487}, [3]float64{53, 10, 83}}, 51, 10},
	{"real-sim", 1e-5, paper{[3]float64{.0602, .0602, .0602}, [3]float64{6, 5, 7}}, 3.7, 20},
	{"w8a", 1e-8, paper{[3]float64{1.5146, .1391, .1292}, [3]float64{na, 45, 13}}, 0.8, 20},
	{"covtype-subset", 1e-8, noneSuch, 0.2, 60},
	{"sector", 1e-7, noneSuch, 1.6, 10},
}

// synthetic is the row without data.
var synthetic = set{"low-curvature", 1e-8, noneSuch, 0.2, 20}

// quickSets are those of the quick scale.
var quickSets = []string{"a9a", "ijcnn1", "w8a", "covtype-subset"}

func specOf(id string) set {
	if i := slices.IndexFunc(sets, func(s set) bool { return s.id == id }); i >= 0 {
		return sets[i]
	}
	return synthetic
}

// setsWanted returns the sets named in Only, or those of the scale. If none of them is at hand, and the policy allows
// it, it returns the synthetic set.
func setsWanted(c reproduce.Config) []set {
	if c.Data == datasets.OnlySynthetic {
		return []set{synthetic}
	}
	var out []set
	for _, s := range sets {
		if slices.Contains(c.Only, s.id) {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		for _, s := range sets {
			if c.Scale == reproduce.Paper || slices.Contains(quickSets, s.id) {
				out = append(out, s)
			}
		}
	}
	if c.Data == datasets.Auto && (slices.Contains(c.Only, synthetic.id) || !slices.ContainsFunc(out, atHand)) {
		return []set{synthetic}
	}
	return out
}

// atHand tells whether a set's files are there.
func atHand(s set) bool {
	_, err := datasets.AtHand(s.id)
	return err == nil
}

// Load loads a set of the table where it is at hand, and the synthetic one elsewhere: its Source says which.
func Load(ctx context.Context, id string) (*dataset.Binary, error) {
	d, err := datasets.LoadBinary(ctx, id)
	var missing *datasets.NotFoundError
	if errors.As(err, &missing) || id == synthetic.id {
		return generate.LowCurvature(ctx, generate.DefaultLowCurvature)
	}
	return d, err
}

// oracle and problem are the training problem of some examples.
func oracle(e *array.Examples) online.LinearOracle {
	return online.LinearOracle{A: e.X, Loss: loss.Hinge{Y: e.Y}}
}

func problem(e *array.Examples, lambda float64) *solver.Problem {
	return solver.NewProblem(e.X, loss.Hinge{Y: e.Y}, prox.Ridge{Mu: lambda})
}

// gradientBound returns G = max‖x_i‖ + √λ.
func gradientBound(x *linalg.CSR, lambda float64) float64 {
	var most float64
	for i := range x.R {
		most = max(most, x.DotRows(i, i))
	}
	return math.Sqrt(most) + math.Sqrt(lambda)
}

// testError returns the share of examples on the wrong side, in percent. A score of 0, that of a row without features,
// counts as −1.
func testError(e *array.Examples, w []float64) float64 {
	wrong := 0
	for i, y := range e.Y {
		if (e.X.DotRow(i, w) > 0) != (y > 0) {
			wrong++
		}
	}
	return 100 * float64(wrong) / float64(len(e.Y))
}
