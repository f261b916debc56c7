package completion

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Separation parts a matrix M into one of low rank, one of few entries, and what is left,
//
//	P(L, S) = ½‖M − L − S‖² + λ‖L‖_* + κ‖S‖₁,
//
// robust principal components. Its dual is to maximize ⟨R, M⟩ − ½‖R‖² over ‖R‖₂ ≤ λ and |R_ij| ≤ κ. The method is
// accelerated proximal gradient in L, of which S is the soft threshold of M − L: the loss of L is Huber's.
//
// Source: Candès, Li, Ma, Wright, Robust Principal Component Analysis?, J. ACM 2011; Zhou, Li, Wright, Candès, Ma,
// Stable Principal Component Pursuit, ISIT 2010.
type Separation struct {
	M      *linalg.Dense
	Lambda float64 // λ
	Kappa  float64 // κ; about λ/√max(n, m) where outliers are anywhere
}

// Separated are the parts, row by row.
type Separated struct {
	solver.Progress
	L, S []float64
	Rank int
}

// Iterations starts from L = 0. Gap is NaN but every fifth time.
func (c Separation) Iterations(ctx context.Context) solver.Seq[*Separated] {
	return solver.Sequence(ctx, func() (*Separated, solver.Step, error) {
		s := &Separated{Progress: solver.Unknown()}
		switch i, j, v, found := linalg.NotFinite(c.M); {
		case c.M.R == 0 || c.M.C == 0:
			return s, nil, fmt.Errorf("the matrix is %d × %d", c.M.R, c.M.C)
		case found:
			return s, nil, fmt.Errorf("the entry of row %d, column %d is %g", i+1, j+1, v)
		case !(c.Lambda > 0) || !(c.Kappa > 0) || math.IsInf(c.Lambda, 1) || math.IsInf(c.Kappa, 1):
			return s, nil, fmt.Errorf("λ = %g, κ = %g: both must be positive and finite", c.Lambda, c.Kappa)
		}
		size := len(c.M.Data)
		s.S, s.Iter = make([]float64, size), 0
		d := &separating{Separation: c, Separated: s, accelerated: newAccelerated(size)}
		s.L = d.point
		d.threshold(0)
		return s, d.step, nil
	})
}

type separating struct {
	Separation
	*Separated
	accelerated
}

// accelerated is a point of FISTA, that before, and that ahead of both.
type accelerated struct {
	point, last, ahead []float64
	speed              float64
}

func newAccelerated(n int) accelerated {
	return accelerated{point: make([]float64, n), last: make([]float64, n), ahead: make([]float64, n), speed: 1}
}

// begin keeps the point before it changes.
func (a *accelerated) begin() { copy(a.last, a.point) }

// move goes ahead of a new point by a share of the step to it, with momentum anew where it points uphill.
func (a *accelerated) move() (momentum float64) {
	var uphill float64
	for k, v := range a.point {
		uphill += (a.ahead[k] - v) * (v - a.last[k])
	}
	next := (1 + math.Sqrt(1+4*a.speed*a.speed)) / 2
	momentum = (a.speed - 1) / next
	if a.speed = next; uphill > 0 {
		a.speed, momentum = 1, 0
	}
	for k, v := range a.point {
		a.ahead[k] = v + momentum*(v-a.last[k])
	}
	return momentum
}

// step is one of FISTA, with momentum anew where it points uphill.
func (d *separating) step(context.Context) (float64, error) {
	at := make([]float64, len(d.L))
	for k, l := range d.ahead {
		left := d.M.Data[k] - l
		at[k] = l + min(max(left, -d.Kappa), d.Kappa)
	}
	pairs, _, ok := linalg.SingularPairs(at, d.M.R, d.M.C, d.Lambda)
	if !ok {
		return math.NaN(), nil
	}
	d.begin()
	clear(d.L)
	norm := 0.
	d.Rank = len(pairs.Values)
	for k, sigma := range pairs.Values {
		norm += sigma - d.Lambda
		right := pairs.Right[k*d.M.C : (k+1)*d.M.C]
		for i, u := range pairs.Left[k*d.M.R : (k+1)*d.M.R] {
			linalg.Axpy(d.L[i*d.M.C:(i+1)*d.M.C], (sigma-d.Lambda)*u, right)
		}
	}
	d.move()
	d.threshold(norm)
	d.Iter++
	if d.Gap = math.NaN(); d.Iter%5 == 1 {
		d.certify()
	}
	return d.Objective, nil
}

// threshold makes S of L, and P of both.
func (d *separating) threshold(norm float64) {
	var sum, sizes float64
	for k, l := range d.L {
		left := d.M.Data[k] - l
		d.S[k] = left - min(max(left, -d.Kappa), d.Kappa)
		sum += (left - d.S[k]) * (left - d.S[k]) / 2
		sizes += math.Abs(d.S[k])
	}
	d.Objective = sum + d.Lambda*norm + d.Kappa*sizes
}

// certify takes what is left as dual point, made as much smaller as it must be. L is known to rounding of its norm.
func (d *separating) certify() {
	r := linalg.NewDense(d.M.R, d.M.C, nil)
	var inner float64
	for k, m := range d.M.Data {
		r.Data[k] = min(max(m-d.L[k], -d.Kappa), d.Kappa)
		inner += r.Data[k] * m
	}
	square := floats.Dot(r.Data, r.Data)
	near, _ := linalg.TopPair(r, make([]float64, r.R), make([]float64, r.C))
	share := 1.
	if bound := NormBound(linalg.ToCSR(r), near, 1e-9); bound > d.Lambda {
		share = d.Lambda / bound
	}
	all := math.Sqrt(floats.Dot(d.M.Data, d.M.Data))
	d.Rounding = 0x1p-53 * float64(len(r.Data)+32) * (d.Objective + all*math.Sqrt(square) + square)
	d.Gap = solver.Known(max(0, d.Objective-share*inner+share*share*square/2) + d.Rounding)
}
