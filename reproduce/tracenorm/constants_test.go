package tracenorm

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// TestStepOfTwoColumns: Prox++ with the paper's step 1/H on its two columns a person goes through the same objectives
// as ours on one column, whose L is H/2.
func TestStepOfTwoColumns(t *testing.T) {
	t.Parallel()
	train, _ := generate.Choices(generate.Conjoint1).Fold(0, 10, 1)
	one := loss.Tasks{Of: loss.Logistic{Y: train.Y}, Task: train.Task, K: train.Tasks}
	two := loss.TaskMultinomial{Task: train.Task, Offset: []int{0}}
	for range train.Tasks {
		two.Offset = append(two.Offset, two.Offset[len(two.Offset)-1]+2)
	}
	var h float64
	for i, y := range train.Y {
		two.Y = append(two.Y, map[bool]int{true: 0, false: 1}[y > 0])
		row := mat.NewVecDense(train.X.C, train.X.Data[i*train.X.C:(i+1)*train.X.C])
		h = math.Max(h, mat.Dot(row, row))
	}
	if got := printedConstant(train.X, one); math.Abs(got-h/2) > 1e-12*h || printedConstant(train.X, two) != 2*got {
		t.Fatalf("L = %g for one column, H = %g", got, h)
	}
	lambda := 0.1 * lowrank.LambdaMax(train.X, one)
	course := func(p *solver.Problem, l float64) (out []float64) {
		for st, err := range (lowrank.AcceleratedProximal{Fixed: l}).Iterations(t.Context(), p) {
			if err != nil {
				t.Fatal(err)
			}
			if out = append(out, st.Objective); st.Iter == 25 {
				return out
			}
		}
		return out
	}
	d := train.X.C
	reg := func(k int) prox.TraceNorm { return prox.TraceNorm{Lambda: 1, Rows: d, Cols: k} }
	ours := course(solver.NewProblem(train.X, one, reg(train.Tasks)).At(lambda), h/2)
	paper := course(solver.NewProblem(train.X, two, reg(2*train.Tasks)).At(math.Sqrt2*lambda), h)
	for k, v := range ours {
		if math.Abs(v-paper[k]) > 1e-12 {
			t.Fatalf("iteration %d: %g, and with two columns %g", k+1, v, paper[k])
		}
	}
	if !(ours[24] < ours[0]-1e-4) {
		t.Errorf("objectives from %g to %g: nothing was minimized", ours[0], ours[24])
	}
}

// TestLipschitzConstant compares the constant with gonum's singular values, task by task, and checks that gradients
// never change faster.
func TestLipschitzConstant(t *testing.T) {
	t.Parallel()
	config := generate.PaperClasses
	config.Features, config.Classes = 12, 9
	set := generate.GaussianClasses(config)
	x := set.Train.X
	p, err := fromClasses(set)
	if err != nil {
		t.Fatal(err)
	}
	if want := squaredNorm(x.Data, x.C) / 2 / float64(x.R); !(math.Abs(p.lipschitz-want) <= 1e-9*want) {
		t.Errorf("multinomial: L = %g, not %g", p.lipschitz, want)
	}
	if !(p.lipschitz < p.printed) || p.printed != printedConstant(x, p.loss) {
		t.Errorf("L = %g, by the printed step %g", p.lipschitz, p.printed)
	}
	train, test := generate.Choices(generate.Conjoint1).Fold(0, 10, 1)
	if p, err = fromTasks(train, test); err != nil {
		t.Fatal(err)
	}
	rows := map[int][]float64{}
	for i, j := range train.Task {
		rows[j] = append(rows[j], train.X.Data[i*train.X.C:(i+1)*train.X.C]...)
	}
	var want float64
	for _, v := range rows {
		want = math.Max(want, squaredNorm(v, train.X.C)/4/float64(train.X.R))
	}
	if !(math.Abs(p.lipschitz-want) <= 1e-9*want) {
		t.Errorf("tasks: L = %g, not %g", p.lipschitz, want)
	}
	for seed := range 20 {
		w, v := make([]float64, p.d*p.k), make([]float64, p.d*p.k)
		for i := range w {
			w[i], v[i] = math.Sin(float64(i*(seed+1))), math.Cos(float64(i+seed))
		}
		gw, gv := make([]float64, len(w)), make([]float64, len(w))
		p.smooth.ValueGrad(gw, w)
		p.smooth.ValueGrad(gv, v)
		if change, moved := distance(gw, gv), distance(w, v); change > p.lipschitz*moved {
			t.Errorf("the gradient changes by %g over a distance of %g: L = %g is too small", change, moved, p.lipschitz)
		}
	}
}

// squaredNorm is the square of the largest singular value of a matrix of so many columns.
func squaredNorm(data []float64, columns int) float64 {
	var svd mat.SVD
	svd.Factorize(mat.NewDense(len(data)/columns, columns, data), mat.SVDNone)
	top := svd.Values(nil)[0]
	return top * top
}

func distance(a, b []float64) float64 {
	d := append([]float64(nil), a...)
	for i, v := range b {
		d[i] -= v
	}
	return math.Sqrt(linalg.SquaredFrobenius(linalg.NewDense(1, len(d), d)))
}
