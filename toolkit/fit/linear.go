package fit

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Linear learns linear models f(x) = Wᵀx + b of one output, of several classes, or of several tasks:
//
//	P(W, b) = Σ_i c_i ℓ_i(Wᵀx_i + b) + λ Ω(W) + (μ/2)‖W‖²,      c_i = 1/n, or weights that sum to 1; squared loss ℓ = ½(f − y)².
//
// Which losses go with which penalties Ω is in the table of Pairs. Every answer comes with a gap that bounds P − P*, or says that there is none.
// The zero value is least squares.
type Linear struct {
	Loss    Loss
	Penalty Penalty
	// Lambda is λ > 0 where there is a penalty, Mu is μ ≥ 0. Mix is S of SparseGroup, between 0, the lasso, and 1, the group lasso.
	Lambda, Mu, Mix float64
	// Groups are lists of features from 0, for Group, SparseGroup and OverlapGroup; GroupWeights are ω_g ≥ 0, nil for ones. A feature in no group
	// has no group term.
	Groups       [][]int
	GroupWeights []float64
	// Intercept adds b, which is not penalized: one number, or one for each class or task. Without it b = 0.
	Intercept bool
	// Standardize divides each feature by its standard deviation (without an intercept by the root of its mean square) before the penalties see
	// it. The weights are reported for the features as they were.
	Standardize bool
	// Method solves the problem; "" chooses by problem (see LinearModel.Why).
	Method Method
	// Tol is the gap to stop at, as a share of |P|; 0 for 1e-6. Where no gap is known it is ‖∇P‖ as a share of that at W = 0.
	Tol float64
	// MaxIter is the most iterations; 0 for a number by method. TimeLimit is the most time; 0 for any.
	MaxIter   int
	TimeLimit time.Duration
	// Seed draws orders of examples, and the folds of CrossValidate.
	Seed uint64
	// Start is a model to start from, of the same shape; nil for W = 0.
	Start *LinearModel
	// Watch, where not nil, is called with the progress of every iteration.
	Watch func(solver.Progress)
}

// Data are examples: row i of X, dense or sparse, with the target or label Y[i]. Task is nil, or says what task each example is of; Weights is
// nil, or has one ≥ 0 each.
type Data struct {
	X       linalg.Map
	Y       []float64
	Task    []int64
	Weights []float64
	// Features are names of the columns of X, and Labels names of the labels 0, 1, … where these are text: they are kept with the model. nil for none.
	Features, Labels []string
}

// Loss is a loss of Linear.
type Loss int

// The losses.
const (
	Squared     Loss = iota // ½(f − y)²
	Logistic                // log(1 + exp(−yf)), the larger of two labels is y = +1
	Hinge                   // max(0, 1 − yf)
	Multinomial             // log Σ_c exp(f_c) − f_y
)

// Penalty is a penalty Ω of Linear.
type Penalty int

// The penalties.
const (
	NoPenalty    Penalty = iota
	L1                   // ‖w‖₁
	Group                // Σ_g ω_g ‖w_g‖, disjoint groups
	SparseGroup          // S Σ_g ω_g ‖w_g‖ + (1 − S)‖w‖₁, disjoint groups
	OverlapGroup         // Σ_g ω_g ‖w_g‖, groups that may overlap
	MultiTask            // Σ_j ‖row j of W‖, a column a task
	Trace                // ‖W‖_*, the sum of singular values; a column a class or task
)

var (
	lossNames    = []string{"squared", "logistic", "hinge", "multinomial"}
	penaltyNames = []string{"none", "l1", "group", "sparse-group", "overlap-group", "multitask", "trace"}
)

func (l Loss) String() string    { return nameOf(lossNames, int(l)) }
func (p Penalty) String() string { return nameOf(penaltyNames, int(p)) }

func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("unknown (%d)", i)
	}
	return names[i]
}

// ParseLoss reads a loss; the error lists the names.
func ParseLoss(name string) (Loss, error) {
	i, err := parse("loss", name, lossNames)
	return Loss(i), err
}

// ParsePenalty reads a penalty; the error lists the names.
func ParsePenalty(name string) (Penalty, error) {
	i, err := parse("penalty", name, penaltyNames)
	return Penalty(i), err
}

func parse(what, name string, names []string) (int, error) {
	for i, n := range names {
		if n == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s %q is none of %s", what, name, strings.Join(names, ", "))
}

// MarshalText and UnmarshalText are for JSON.
func (l Loss) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (l *Loss) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLoss(string(text))
	return err
}

// MarshalText and UnmarshalText are for JSON.
func (p Penalty) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Penalty) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePenalty(string(text))
	return err
}

// Fit learns from data. When the context ends or time is up it returns the best model so far, with its gap and why it ended as Status: that is no
// error. An error says what is wrong with the data or the settings.
func (c Linear) Fit(ctx context.Context, data Data) (*LinearModel, error) {
	p, err := c.prepare(data)
	if err != nil {
		return nil, err
	}
	return p.fit(ctx, c.Lambda, p.start())
}

// LambdaMax is the λ from which on W = 0 is the solution, but for features that nothing penalizes, or a ridge alone. With OverlapGroup it is a little more, its dual norm being found by iteration.
func (c Linear) LambdaMax(data Data) (float64, error) {
	if c.Penalty == NoPenalty {
		return math.NaN(), fmt.Errorf("without a penalty there is no λ")
	}
	p, err := c.prepare(data)
	if err != nil {
		return math.NaN(), err
	}
	return p.most()
}

// Path learns for several λ, falling, each from the model before. When the context ends, the last model says so and is the last.
func (c Linear) Path(ctx context.Context, data Data, lambdas []float64) ([]*LinearModel, error) {
	if c.Penalty == NoPenalty {
		return nil, fmt.Errorf("without a penalty there is no path of λ")
	}
	p, err := c.prepare(data)
	if err != nil {
		return nil, err
	}
	var out []*LinearModel
	start := p.start()
	for k, lambda := range lambdas {
		if k > 0 && !(lambda < lambdas[k-1]) {
			return out, fmt.Errorf("the λ of a path must fall: %g comes after %g", lambda, lambdas[k-1])
		}
		m, err := p.fit(ctx, lambda, start)
		if err != nil {
			return out, err
		}
		out, start = append(out, m), p.from(m)
		if m.Status == solver.Canceled {
			break
		}
	}
	return out, nil
}
