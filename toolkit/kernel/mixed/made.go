package mixed

import (
	"context"
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// sum is Σ_j w_j k_j, of w_j > 0.
type sum struct {
	of      []Kernel
	weights []float64
}

// Values are sums of values.
func (k sum) Values(ctx context.Context, x, z Examples) (*linalg.Dense, error) {
	out := linalg.NewDense(x.Len(), z.Len(), nil)
	for j, of := range k.of {
		v, err := of.Values(ctx, x, z)
		if err != nil {
			return out, err
		}
		floats.AddScaled(out.Data, k.weights[j], v.Data)
	}
	return out, nil
}

// Diagonal is a sum of diagonals.
func (k sum) Diagonal(ctx context.Context, x Examples) ([]float64, error) {
	out := make([]float64, x.Len())
	for j, of := range k.of {
		v, err := of.Diagonal(ctx, x)
		if err != nil {
			return out, err
		}
		floats.AddScaled(out, k.weights[j], v)
	}
	return out, nil
}

// String is what Parse understands.
func (k sum) String() string {
	text := ""
	for j, of := range k.of {
		if j > 0 {
			text += " + "
		}
		if k.weights[j] != 1 {
			text += strconv.FormatFloat(k.weights[j], 'g', -1, 64) + "*"
		}
		text += inside(of)
	}
	return text
}

// inside is a part of a sum or a product as text.
func inside(k Kernel) string {
	if _, ok := k.(sum); ok {
		return "(" + k.String() + ")"
	}
	return k.String()
}

// product is Π_j k_j.
type product []Kernel

// Values are products of values.
func (k product) Values(ctx context.Context, x, z Examples) (*linalg.Dense, error) {
	out, err := k[0].Values(ctx, x, z)
	for _, of := range k[1:] {
		if err != nil {
			return out, err
		}
		var v *linalg.Dense
		if v, err = of.Values(ctx, x, z); err == nil {
			floats.Mul(out.Data, v.Data)
		}
	}
	return out, err
}

// Diagonal is a product of diagonals.
func (k product) Diagonal(ctx context.Context, x Examples) ([]float64, error) {
	out, err := k[0].Diagonal(ctx, x)
	for _, of := range k[1:] {
		if err != nil {
			return out, err
		}
		var v []float64
		if v, err = of.Diagonal(ctx, x); err == nil {
			floats.Mul(out, v)
		}
	}
	return out, err
}

// String is what Parse understands.
func (k product) String() string {
	text := inside(k[0])
	for _, of := range k[1:] {
		text += "*" + inside(of)
	}
	return text
}

// normalized is k(x, z)/√(k(x, x) k(z, z)), 0 where either is 0.
type normalized struct{ of Kernel }

// Values are divided by roots of the diagonals.
func (k normalized) Values(ctx context.Context, x, z Examples) (*linalg.Dense, error) {
	out, err := k.of.Values(ctx, x, z)
	if err != nil {
		return out, err
	}
	a, err := k.of.Diagonal(ctx, x)
	if err != nil {
		return out, err
	}
	b, err := k.of.Diagonal(ctx, z)
	if err != nil {
		return out, err
	}
	for i, v := range a {
		row := out.Row(i)
		for j, w := range b {
			if v > 0 && w > 0 {
				row[j] /= math.Sqrt(v) * math.Sqrt(w)
			} else {
				row[j] = 0
			}
		}
	}
	return out, nil
}

// Diagonal is 1, and 0 where k(x, x) is.
func (k normalized) Diagonal(ctx context.Context, x Examples) ([]float64, error) {
	out, err := k.of.Diagonal(ctx, x)
	for i, v := range out {
		out[i] = 0
		if v > 0 {
			out[i] = 1
		}
	}
	return out, err
}

// String is what Parse understands.
func (k normalized) String() string { return "normalized(" + k.of.String() + ")" }
