package inference

import (
	"context"
	"iter"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// debiased is the debiased (or desparsified) lasso,
//
//	b_j = w_j + ⟨z_j, r⟩/⟨z_j, x_j⟩,      se_j = σ ‖z_j‖/|⟨z_j, x_j⟩|,
//
// with residuals r of the lasso and z_j those of a lasso of feature j on all others; what nothing penalizes is
// projected out of all features. For the logistic loss examples are weighted as in reweighted least squares, and σ = 1;
// for the squared loss σ² is the sum of squared residuals over n less the features selected. It needs few weights that
// are not 0: about less than √n/log d.
//
// Source: Zhang, Zhang, Confidence Intervals for Low Dimensional Parameters in High Dimensional Linear Models, J. Royal
// Statistical Society B 2014, equations 4 to 11; Javanmard, Montanari, Confidence Intervals and Hypothesis Testing for
// High-Dimensional Regression, JMLR 2014; van de Geer, Bühlmann, Ritov, Dezeure, On Asymptotically Optimal Confidence
// Regions and Tests for High-Dimensional Models, Ann. Statist. 2014, sections 2 and 3. σ: Reid, Tibshirani, Friedman,
// A Study of Error Variance Estimation in Lasso Regression, Statistica Sinica 2016.
func (out *Intervals) debiased(ctx context.Context, q *Local, squares bool, lasso Lasso) (err error) {
	out.Theory, out.Caution = "debiased lasso, normal law", "They hold as one of all features each. Of those that are "+
		"picked for a small p, or because the lasso chose them, far fewer hold their weight than the level says."
	if squares {
		spent := len(q.fixed)
		for _, w := range q.weights {
			if w != 0 {
				spent++
			}
		}
		if out.Sigma, err = q.noise(float64(spent)); err != nil {
			return err
		}
	}
	residual := make([]float64, q.n)
	for i, s := range q.slope {
		if q.root[i] > 0 {
			residual[i] = -s / q.root[i]
		}
	}
	n := newNodes(q.table(), lasso)
	out.Estimate, out.StdError = make([]float64, q.d), make([]float64, q.d)
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for j := range q.d {
		group.Go(func() error {
			if n.norm[j] == 0 { // nothing is known of a constant
				out.StdError[j] = math.Inf(1)
				return nil
			}
			z, err := n.residual(inner, j)
			if err != nil {
				return err
			}
			along := floats.Dot(z, n.columns.Row(j)) * n.norm[j]
			out.Estimate[j] = q.weights[j] + floats.Dot(z, residual)/along
			out.StdError[j] = out.Sigma * floats.Norm(z, 2) / math.Abs(along) / math.Sqrt(float64(q.n))
			return nil
		})
	}
	return group.Wait()
}

// Lasso are the weights of a lasso of y on x, ½‖y − Xw‖²/n + λ‖w‖₁, for falling λ, each from the ones before: shares of
// λ_max, and none where that is 0.
type Lasso func(ctx context.Context, x linalg.Map, y, shares []float64) iter.Seq2[[]float64, error]

// nodes are the regressions of each feature on all others.
type nodes struct {
	lasso   Lasso
	columns *linalg.Dense // features as rows, each of norm √n
	rows    *linalg.Dense // the same, examples as rows
	norm    []float64     // what features were divided by
}

func newNodes(columns *linalg.Dense, lasso Lasso) *nodes {
	n := &nodes{lasso, columns, linalg.NewDense(columns.C, columns.R, nil), make([]float64, columns.R)}
	for j := range columns.R {
		n.norm[j] = floats.Norm(columns.Row(j), 2) / math.Sqrt(float64(columns.C))
		if n.norm[j] > 0 {
			floats.Scale(1/n.norm[j], columns.Row(j))
		}
	}
	linalg.Transpose(n.rows.Data, columns.Data, columns.R, columns.C)
	return n
}

// The path of a node: λ falls by nodeStep from λ_max, nodeSteps times at most. nodeNoise is how much the standard
// error may grow for less bias, nodeBias how much the least bias may, where the aim is out of reach.
const (
	nodeStep, nodeSteps = 0.85, 60
	nodeNoise, nodeBias = 1.25, 1.5
)

// residual is z_j. Its λ is chosen by the bias factor η = max_k |⟨z_j, x_k⟩|/‖z_j‖ and the noise factor
// τ = ‖z_j‖/|⟨z_j, x_j⟩|: the largest λ with η ≤ √(2 log d), or where no λ has it η ≤ 1.5 min η; and from there the
// least λ with at most 1.25 times that τ.
//
// Source: Zhang, Zhang 2014, Table 1, with κ0 = 1/4 and κ1 = 1/2.
func (n *nodes) residual(ctx context.Context, j int) ([]float64, error) {
	d := n.columns.R
	own := n.columns.Row(j)
	if err := context.Cause(ctx); err != nil || d == 1 {
		return own, err
	}
	others := make([]int, 0, d-1)
	for k := range d {
		if k != j {
			others = append(others, k)
		}
	}
	shares := make([]float64, nodeSteps)
	for k := range shares {
		shares[k] = math.Pow(nodeStep, float64(k))
	}
	var path nodePath
	aim := math.Sqrt(2 * math.Log(float64(d)))
	x := linalg.SelectColumns(n.rows, others)
	for w, err := range n.lasso(ctx, x, own, shares) {
		if err != nil {
			return nil, err
		}
		z := make([]float64, len(own))
		x.MulVec(z, w)
		floats.SubTo(z, own, z)
		if !path.add(z, n.columns, j, aim) {
			break
		}
	}
	if path.z == nil { // it is apart from all others
		return own, nil
	}
	return path.choose(aim), nil
}

// nodePath are residuals along a path, with their factors.
type nodePath struct {
	z         [][]float64
	bias, tau []float64
}

// add keeps a residual, and tells whether the path is to go on: until the noise has grown too much for it.
func (path *nodePath) add(z []float64, columns *linalg.Dense, j int, aim float64) bool {
	norm, along := floats.Norm(z, 2), math.Abs(floats.Dot(z, columns.Row(j)))
	if along <= 1e-9*float64(len(z)) { // nothing is left of the feature
		return false
	}
	var bias float64
	for k := range columns.R {
		if k != j {
			bias = math.Max(bias, math.Abs(floats.Dot(z, columns.Row(k)))/norm)
		}
	}
	path.z, path.bias, path.tau = append(path.z, z), append(path.bias, bias), append(path.tau, norm/along)
	at := path.first(aim)
	return at < 0 || path.tau[len(path.tau)-1] <= nodeNoise*path.tau[at]
}

// first is the place of the largest λ whose bias factor is at most so much; −1 for none.
func (path *nodePath) first(most float64) int {
	for k, b := range path.bias {
		if b <= most {
			return k
		}
	}
	return -1
}

func (path *nodePath) choose(aim float64) []float64 {
	at := path.first(aim)
	if at < 0 {
		at = path.first(nodeBias * floats.Min(path.bias))
	}
	last := at
	for k := at; k < len(path.tau); k++ {
		if path.tau[k] <= nodeNoise*path.tau[at] {
			last = k
		}
	}
	return path.z[last]
}

// table are all features of the local model, a row each.
func (q *Local) table() *linalg.Dense {
	return q.design(q.all().variables)
}
