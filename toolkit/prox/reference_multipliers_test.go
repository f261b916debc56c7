package prox_test

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
)

// totalVariation is its prox.
func totalVariation(v []float64, gamma, lambda float64) []float64 {
	return denoisedByMultipliers(v, gamma*lambda, testproblems.MatrixRows(len(v)), len(v)/testproblems.MatrixRows(len(v)))
}

// denoisedByMultipliers is that of t TV by the maps from an image to the differences at each pixel.
func denoisedByMultipliers(v []float64, t float64, rows, cols int) []float64 {
	var maps []rowsOf
	for i := range rows {
		for j := range cols {
			down, right := map[int]float64{}, map[int]float64{}
			if i+1 < rows {
				down[(i+1)*cols+j], down[i*cols+j] = 1, -1
			}
			if j+1 < cols {
				right[i*cols+j+1], right[i*cols+j] = 1, -1
			}
			maps = append(maps, rowsOf{down, right})
		}
	}
	return sumOfMappedNorms(v, t, maps, 4000)
}

// rowsOf is a matrix by its rows' nonzeros.
type rowsOf []map[int]float64

// sumOfMappedNorms minimizes t Σ_k ‖M_k z‖ + ½‖z − v‖² by the alternating direction method of multipliers: z solves a
// linear system, s_k = M_k z is shrunk, until neither moves or there were most iterations.
func sumOfMappedNorms(v []float64, t float64, maps []rowsOf, most int) []float64 {
	d := len(v)
	system := mat.NewSymDense(d, nil)
	for j := range d {
		system.SetSym(j, j, 1)
	}
	s, u := make([][]float64, len(maps)), make([][]float64, len(maps))
	for k, m := range maps {
		s[k], u[k] = make([]float64, len(m)), make([]float64, len(m))
		for _, row := range m {
			for i, a := range row {
				for j, b := range row {
					if i <= j {
						system.SetSym(i, j, system.At(i, j)+a*b)
					}
				}
			}
		}
	}
	var chol mat.Cholesky
	chol.Factorize(system)
	z := mat.NewVecDense(d, append([]float64(nil), v...))
	for moved, k := math.Inf(1), 0; moved > 1e-12*floats.Norm(v, 2) && k < most; k++ {
		right := append([]float64(nil), v...)
		for k, m := range maps {
			for i, row := range m {
				for j, a := range row {
					right[j] += a * (s[k][i] - u[k][i])
				}
			}
		}
		if err := chol.SolveVecTo(z, mat.NewVecDense(d, right)); err != nil {
			panic(err)
		}
		moved = 0
		for k, m := range maps {
			before := slices.Clone(s[k])
			mz := make([]float64, len(m))
			for i, row := range m {
				for j, a := range row {
					mz[i] += a * z.AtVec(j)
				}
			}
			floats.AddTo(s[k], mz, u[k])
			shrink := 0.0
			if n := floats.Norm(s[k], 2); n > t {
				shrink = 1 - t/n
			}
			floats.Scale(shrink, s[k])
			floats.Add(u[k], mz)
			floats.Sub(u[k], s[k])
			moved = max(moved, floats.Distance(s[k], before, 2), floats.Distance(s[k], mz, 2))
		}
	}
	return z.RawVector().Data
}
