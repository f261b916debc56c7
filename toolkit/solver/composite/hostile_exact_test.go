package composite_test

import (
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/exact"
)

// conjugate is h*(v) of a part in 384 bits; ok is false outside of its domain by more than a share, and inside of that
// share v counts as on the boundary. That of the logistic loss is in ordinary numbers.
func conjugate(t part, v []float64, share float64) (sum *big.Float, ok bool) {
	sum = number()
	n := t.Numbers
	c := 1 / float64(len(v))
	inside := func(x, lo, hi float64) bool { return x >= lo*(1+share) && x <= hi*(1+share) }
	switch t.Kind {
	case "quantile":
		for i, u := range v {
			sum = plus(sum, times(exact.New(u), exact.New(n[i+1])))
			if !inside(u, -(1-n[0])*c, n[0]*c) && !inside(u, -n[0]*c, (1-n[0])*c) {
				return nil, false
			}
		}
		return sum, true
	case "squared":
		for i, u := range v {
			half := times(times(exact.New(u), exact.New(u)), exact.New(float64(len(v))/2))
			sum = plus(sum, plus(half, times(exact.New(u), exact.New(n[i]))))
		}
		return sum, true
	case "hinge":
		for i, u := range v {
			if s := u * n[i]; !inside(s, -c, 0) {
				return nil, false
			}
			sum = plus(sum, times(exact.New(u), exact.New(n[i])))
		}
		return sum, true
	}
	f := t.function().(interface {
		Conjugate(v []float64) float64
		Polar(v []float64) float64
	})
	switch t.Kind {
	case "point", "below", "above":
		for i, u := range v {
			if t.Kind == "below" && u < 0 || t.Kind == "above" && u > 0 {
				return nil, false
			}
			sum = plus(sum, times(exact.New(u), exact.New(n[i])))
		}
		return sum, true
	case "simplex":
		return times(exact.New(n[0]), exact.New(slices.Max(v))), true
	}
	polar := f.Polar(v)
	return exact.New(f.Conjugate(v)), polar <= 1+share
}

// absorbed tells whether a constraint's multiplier v of x_j alone, a number K_ijx_j, has q_j = 0 once it is
// v − q_j/K_ij, which it is rounded from, and what of the bound that costs at most: numbers of such sets, which are no
// farther from 0 than the constraint's own, times the difference.
func absorbed(h hostile, v [][]float64, j int, q *big.Float) (cost *big.Float, ok bool) {
	for k, t := range h.Terms {
		if !slices.Contains([]string{"simplex", "point", "below", "above"}, t.Kind) {
			continue
		}
		for i, row := range t.Rows {
			size := math.Abs(row[j])
			if size == 0 || size < floats.Norm(row, 1) || math.Abs(float(q)) > 0x1p-52*size*math.Abs(v[k][i]) {
				continue
			}
			most := floats.Norm(t.Numbers, math.Inf(1))
			return times(number().Quo(number().Abs(q), exact.New(size)), exact.New(most)), true
		}
	}
	return nil, false
}

// valueOf is P in 384 bits, but for the constraints.
func valueOf(h hostile, x []float64) *big.Float {
	sum := number()
	for j, v := range x {
		if h.Linear != nil {
			sum = plus(sum, times(exact.New(h.Linear[j]), exact.New(v)))
		}
		if h.Ridge != nil {
			sum = plus(sum, times(exact.New(h.Ridge[j]/2), times(exact.New(v), exact.New(v))))
		}
	}
	for _, t := range h.Terms {
		z := make([]*big.Float, len(t.Rows))
		for i, row := range t.Rows {
			z[i] = number()
			for j, a := range row {
				z[i] = plus(z[i], times(exact.New(a), exact.New(x[j])))
			}
		}
		sum = plus(sum, valueOfPart(t, z))
	}
	return sum
}

func valueOfPart(t part, z []*big.Float) *big.Float {
	sum, n := number(), t.Numbers
	c := exact.New(1 / float64(len(z)))
	for i, f := range z {
		switch t.Kind {
		case "quantile":
			r := number().Sub(exact.New(n[i+1]), f)
			slope := exact.New(n[0])
			if r.Sign() < 0 {
				slope = number().Sub(slope, exact.New(1))
			}
			sum = plus(sum, times(c, times(slope, r)))
		case "squared":
			r := number().Sub(exact.New(n[i]), f)
			sum = plus(sum, times(exact.New(0.5), times(c, times(r, r))))
		case "hinge":
			if r := number().Sub(exact.New(1), times(exact.New(n[i]), f)); r.Sign() > 0 {
				sum = plus(sum, times(c, r))
			}
		case "l1":
			sum = plus(sum, number().Abs(f))
		case "logistic":
			m := float(f) * n[i]
			sum = plus(sum, times(c, exact.New(math.Log1p(math.Exp(-math.Abs(m)))+math.Max(0, -m))))
		}
	}
	for _, group := range t.Groups {
		square, most := number(), number()
		for _, i := range group {
			square = plus(square, times(z[i], z[i]))
			if a := number().Abs(z[i]); a.Cmp(most) > 0 {
				most = a
			}
		}
		if t.Kind == "groups" {
			most = number().Sqrt(square)
		}
		sum = plus(sum, most)
	}
	return sum
}
