package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model/machine"
)

// machineTask learns a machine of a file of bench/kernels.py: whole numbers n and d, then the kind of machine (0 of two
// labels, 1 of numbers, 2 of one class, 3 EasyMKL's weights of a kernel a feature), and numbers: its C, or ν or Λ, ε,
// the γ of a Gaussian kernel, 0 for the linear one, the tolerance, n×d features and n targets. What it reached is P
// as LIBSVM has it, and of weights the sum of their squares.
func machineTask(path string) (task, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it is read only
	var size [3]int64
	var of [4]float64
	if err := binary.Read(f, binary.LittleEndian, &size); err != nil {
		return nil, err
	}
	if err := binary.Read(f, binary.LittleEndian, &of); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	n, d := int(size[0]), int(size[1])
	numbers := make([]float64, n*d+n)
	if _, err := binary.Decode(text, binary.LittleEndian, numbers); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	x, y := linalg.NewDense(n, d, numbers[:n*d]), slices.Clone(numbers[n*d:])
	var k kernel.Kernel = kernel.Linear{}
	if of[2] > 0 {
		k = kernel.Gaussian{Variance: 1 / (2 * of[2])}
	}
	c := kernels.Machine{Loss: loss.Hinge{}, Mu: 1 / (of[0] * float64(n)), Intercept: true, Tol: of[3]}
	if size[2] == 1 {
		c.Loss = loss.EpsilonInsensitive{Epsilon: of[1]}
	}
	return func() (t taken, after finish, err error) {
		data := kernels.Data{Grams: []toolkit.Gram{kernel.NewColumns(k, x)}, Y: y}
		if size[2] == 3 {
			t, err = easy(k, x, y, of[0])
			return t, nil, err
		}
		var m *machine.Model
		scale := 1 / c.Mu
		if size[2] == 2 {
			m, err = kernels.OneClass{Nu: of[0], Tol: of[3]}.Fit(context.Background(), data)
			scale = float64(n) * float64(n)
		} else {
			m, err = c.Fit(context.Background(), data)
		}
		if err != nil {
			return t, nil, err
		}
		t.Objective, t.Gap = known(scale*m.Head.Objective), known(scale*m.Head.Gap)
		t.Status, t.Solver, t.Iterations = string(m.Head.Status), m.Head.Method, m.Head.Iterations
		return t, nil, nil
	}, nil
}

// easy finds the weights of EasyMKL for a kernel of each feature.
func easy(k kernel.Kernel, x *linalg.Dense, y []float64, lambda float64) (t taken, err error) {
	data := kernels.Data{Y: y}
	for j := range x.C {
		one := linalg.NewDense(x.R, 1, nil)
		linalg.Column(one.Data, x, j)
		data.Grams = append(data.Grams, kernel.NewColumns(k, one))
	}
	weights, err := kernels.EasyWeights(context.Background(), data, lambda)
	t.Objective = known(linalg.Dot(weights, weights))
	return t, err
}
