package larger_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestTasksInBlocks: examples of several tasks, dense and sparse, are fitted as they are in memory.
func TestTasksInBlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]fit.Linear{
		"squared":  {Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.05},
		"weighed":  {Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.05, Standardize: true},
		"l1":       {Loss: loss.Huber{Delta: 1}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.02},
		"logistic": {Loss: loss.Logistic{}, Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.005, Mu: 0.01},
		"group":    {Loss: loss.Squared{}, Penalty: someGroups, Lambda: 0.05},
	} {
		for k := range 4 {
			sparse := k%2 == 0
			data, blocks := blockData(1200, 12, name == "logistic", sparse)
			if name == "weighed" {
				blocks = weighedBlocks(blocks, data)
				data = weighed(data)
			}
			for i := range data.Y { // of which blocks are views
				if name != "logistic" {
					data.Y[i] -= 1000
				}
				data.Task = append(data.Task, int64(7*(i*i%4)))
			}
			blocks.MeanTarget = 0
			blocks.Tasks = []int64{0, 7}
			blocks.Source.(*inBlocks).tasks = data.Task
			c.Tol, c.Intercept = 1e-9, k > 1
			compareBlocks(t, name, c, data, blocks)
		}
	}
}

// TestTargetsInBlocks: several targets of the same examples are fitted as they are in memory, where each is a task.
func TestTargetsInBlocks(t *testing.T) {
	t.Parallel()
	const n, d, k = 900, 10, 3
	for name, c := range map[string]fit.Linear{
		"ridge":     {Loss: loss.Squared{}, Mu: 0.1, Standardize: true},
		"l1":        {Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.1},
		"multitask": {Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.1, Mu: 0.01, Standardize: true},
		"weighed":   {Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.1, Intercept: true},
		"huber":     {Loss: loss.Huber{Delta: 0.7}, Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.05, Intercept: true},
	} {
		c.Tol = 1e-9
		for _, c.Intercept = range []bool{c.Intercept, true} {
			data, inBlocks := targets(n, d, k, name == "weighed", c.Intercept)
			compareBlocks(t, name, c, data, inBlocks)
		}
	}
}

// targets are examples of d features and of k targets, as tasks and as blocks where the others stand between features.
func targets(n, d, k int, weights, far bool) (fit.Data, larger.Data) {
	data, inBlocks := blockData(n, d+k-1, false, false)
	of := linalg.ToDense(data.X)
	if !far {
		for i := range n { // without an intercept
			for j := range of.Row(i) {
				of.Row(i)[j] -= inBlocks.Mean[j]
			}
			data.Y[i] -= inBlocks.MeanTarget
		}
		for j := range inBlocks.Mean {
			inBlocks.Mean[j] = 0
		}
	}
	for t := 1; t < k; t++ {
		j := []int{7, 3}[t-1]
		inBlocks.Targets = append(inBlocks.Targets, j)
		for i := range n {
			v := of.Row(i)[j]
			of.Row(i)[j] = v + of.Row(i)[0] - 2*of.Row(i)[1+t]
			inBlocks.Mean[j] += (of.Row(i)[j] - v) / float64(n)
		}
	}
	if weights {
		inBlocks = weighedBlocks(inBlocks, data)
		data = weighed(data)
	}
	x := linalg.NewDense(n*k, d, nil)
	y := append([]float64(nil), data.Y...)
	for i := range n * k {
		from, to := of.Row(i%n), x.Row(i)[:0]
		for j, v := range from {
			if j != 7 && j != 3 {
				to = append(to, v)
			}
		}
		if t := i / n; t > 0 {
			y = append(y, from[inBlocks.Targets[t-1]])
		}
		data.Task = append(data.Task, int64(i/n+1))
		if weights && i >= n {
			data.Weights = append(data.Weights, data.Weights[i-n])
		}
	}
	data.X, data.Y = x, y
	return data, inBlocks
}
