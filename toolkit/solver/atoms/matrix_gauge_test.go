package atoms_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// whole hides that a gauge's atoms are of rank one: it gives them as matrices.
type whole struct {
	toolkit.Proxable
	d, k int
}

func (g whole) LMOMatrix(m, x []float64) float64 {
	u, v := make([]float64, g.d), make([]float64, g.k)
	polar := g.Proxable.(toolkit.Gauge).LMO(u, v, x)
	clear(m)
	for j := range u {
		floats.AddScaled(m[j*g.k:(j+1)*g.k], u[j], v)
	}
	return polar
}

// inWhole is a problem whose atoms are given as matrices.
func inWhole(p *solver.Problem) *solver.Problem {
	_, d := p.A.Dims()
	return solver.NewProblem(p.A, p.Loss, whole{p.Penalty, d, p.Outputs()}).At(p.Lambda)
}

// TestAtomsOfRankOneAsMatrices: atoms that are given as matrices make the same steps as their factors do, in all
// methods, whether the loss depends on all outputs of an example or on its task's.
func TestAtomsOfRankOneAsMatrices(t *testing.T) {
	t.Parallel()
	tasks := testproblems.Degenerate()["empty tasks"]
	for name := range gauges {
		p, _ := outputs(140, false, name)
		shape := gauges[name](tasks.X.C, tasks.Loss.Outputs())
		for _, p := range []*solver.Problem{p, solver.NewProblem(tasks.X, tasks.Loss, shape)} {
			p = p.At(0.2 * p.LambdaMax())
			for method, run := range map[string]func(p *solver.Problem) solver.Seq[*atoms.State]{
				"Descent": func(p *solver.Problem) solver.Seq[*atoms.State] { return atoms.Descent{}.Iterations(t.Context(), p) },
				"Continuation": func(p *solver.Problem) solver.Seq[*atoms.State] {
					return atoms.Continuation{}.Iterations(t.Context(), p)
				},
			} {
				want, err := solver.Run(run(p), solver.MaxIter(15))
				got, wrong := solver.Run(run(inWhole(p)), solver.MaxIter(15))
				if err != nil || wrong != nil || !floats.EqualApprox(got.X, want.X, 1e-8) || floats.Norm(want.X, 1) == 0 ||
					!testproblems.Near(got.Objective, want.Objective, 1e-10) {
					t.Errorf("%s, %s: %v as matrices, %v by factors, errors %v and %v", name, method, got.X, want.X, wrong, err)
				}
			}
		}
	}
}

// TestLassoAndGroupLassoAsMatrices: with the atoms ±E_jl descent ends at cyclic coordinate descent's lasso, with rows
// of norm 1 near cyclic block coordinate descent's group lasso, both with a gap that is a bound.
func TestLassoAndGroupLassoAsMatrices(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shrink func(row []float64, by float64)
		tol    float64
	}{
		"L1": {func(row []float64, by float64) {
			for k, v := range row {
				row[k] = math.Copysign(math.Max(0, math.Abs(v)-by), v)
			}
		}, 1e-10},
		"MultiTask": {func(row []float64, by float64) {
			floats.Scale(math.Max(0, 1-by/floats.Norm(row, 2)), row)
		}, 1e-4},
	} {
		p, lambdaMax := outputs(3, true, name)
		p = p.At(0.1 * lambdaMax)
		want := byRows(p.A.(*linalg.Dense), p.Loss.(loss.SquaredOutputs), p.Lambda, c.shrink)
		least := p.Objective(want)
		for st, err := range (atoms.Descent{}).Iterations(t.Context(), inWhole(p)) {
			excess := st.Objective - least
			if err != nil || excess < -1e-12 || excess > st.Gap+1e-12 {
				t.Fatalf("%s, step %d: %g above the minimum, gap %g, error %v", name, st.Iter, excess, st.Gap, err)
			}
			if far := floats.Distance(st.X(nil), want, math.Inf(1)); far <= c.tol {
				break
			} else if st.Iter == 1500 {
				t.Errorf("%s: W differs by %g, gap %g", name, far, st.Gap)
				break
			}
		}
	}
}

// byRows is cyclic coordinate descent, a row of W at a time, where shrink is the prox of the penalty on a row.
func byRows(x *linalg.Dense, l loss.SquaredOutputs, lambda float64, shrink func(row []float64, by float64)) []float64 {
	d, k, n := x.C, l.K, float64(x.R)
	w, residual := make([]float64, d*k), append([]float64(nil), l.Y...) // y − Xw
	for range 5000 {
		for j := range d {
			var square float64
			row := make([]float64, k)
			for i := range x.R {
				square += x.At(i, j) * x.At(i, j) / n
				floats.AddScaled(row, x.At(i, j)/n, residual[i*k:(i+1)*k])
			}
			floats.AddScaled(row, square, w[j*k:(j+1)*k])
			shrink(row, lambda)
			floats.Scale(1/square, row)
			for i := range x.R {
				floats.AddScaled(residual[i*k:(i+1)*k], x.At(i, j), w[j*k:(j+1)*k])
				floats.AddScaled(residual[i*k:(i+1)*k], -x.At(i, j), row)
			}
			copy(w[j*k:(j+1)*k], row)
		}
	}
	return w
}

// TestOrthogonalAtoms: with the atoms of the spectral norm, of full rank, descent ends where FISTA with the norm's prox
// does, and the gap is a bound at every step.
func TestOrthogonalAtoms(t *testing.T) {
	t.Parallel()
	for trial := range uint64(6) {
		x, l, d, k := testproblems.Outputs(trial+150, trial%2 == 0)
		p := solver.NewProblem(x, l, prox.SpectralNorm{Lambda: 1, Rows: d, Cols: k})
		p = p.At(0.3 * p.LambdaMax())
		long := longRun(t, p)
		for st, err := range (atoms.Descent{}).Iterations(t.Context(), p) {
			excess := st.Objective - long.Objective
			if err != nil || excess < -1e-9 || excess > st.Gap+1e-10 || p.Objective(st.X(nil)) > st.Objective+1e-9 {
				t.Fatalf("trial %d, step %d: %g above the minimum, gap %g, error %v", trial, st.Iter, excess, st.Gap, err)
			}
			if st.Gap <= 1e-3*st.Objective {
				break
			}
			if st.Iter == 500 {
				t.Errorf("trial %d: gap %g, %g above the minimum", trial, st.Gap, excess)
				break
			}
		}
	}
}

// corners are the 2×2 matrices of entries ±1: a finite set of atoms, whose gauge is the largest magnitude.
type corners struct{}

func (corners) Value(w []float64) float64 { return floats.Norm(w, math.Inf(1)) }

func (corners) Prox(_, _ []float64, _ float64) float64 { panic("not asked for") }

func (corners) LMOMatrix(m, g []float64) (polar float64) {
	for j, v := range g {
		m[j] = math.Copysign(1, v)
		polar += m[j] * v
	}
	return polar
}

// TestFiniteSetOfAtoms: with few atoms of full rank the minimum over their weights is found by brute force, a grid that
// is refined, and descent ends there.
func TestFiniteSetOfAtoms(t *testing.T) {
	t.Parallel()
	x, l, _, _ := testproblems.Outputs(4, true)
	a := linalg.NewDense(x.R, 2, nil)
	for i := range x.R {
		copy(a.Row(i), x.Row(i)[:2])
	}
	y := loss.SquaredOutputs{Y: make([]float64, 2*x.R), K: 2}
	for i := range x.R {
		for c := range 2 {
			y.Y[2*i+c] = l.(loss.SquaredOutputs).Y[i*l.Outputs()+c] + a.At(i, c)
		}
	}
	p := solver.NewProblem(a, y, corners{}).At(0.05)
	seq := atoms.Descent{}.Iterations(t.Context(), p)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-10), solver.MaxIter(300)))
	if err != nil || res.Status != solver.Converged {
		t.Fatalf("%v, gap %g, error %v", res.Status, res.Gap, err)
	}
	best, at := math.Inf(1), make([]float64, 4)
	for width := 2.; width > 2e-4; width *= 0.6 {
		center := append([]float64(nil), at...)
		for cell := range 7 * 7 * 7 * 7 {
			w := make([]float64, 4)
			for j, rest := 0, cell; j < 4; j, rest = j+1, rest/7 {
				w[j] = center[j] + width*float64(rest%7-3)/3
			}
			if v := p.Objective(w); v < best {
				best, at = v, w
			}
		}
	}
	if res.Objective > best+1e-9 || best > res.Objective+1e-6 {
		t.Errorf("descent finds %.9g, a grid %.9g", res.Objective, best)
	}
}

// TestMatrixGaugeIsASolver: descent on atoms of full rank owes what any solver does.
func TestMatrixGaugeIsASolver(t *testing.T) {
	t.Parallel()
	x, l, d, k := testproblems.Outputs(5, false)
	p := solver.NewProblem(x, l, prox.SpectralNorm{Lambda: 1, Rows: d, Cols: k})
	p = p.At(0.3 * p.LambdaMax())
	err := toolkittest.Solver(func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*atoms.State] {
		return atoms.Descent{}.Iterations(ctx, p)
	}, toolkittest.On(p, longRun(t, p).Objective), toolkittest.Iterations(100), toolkittest.Tol(1e-3))
	if err != nil {
		t.Error(err)
	}
}
