package larger_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
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
		for _, sparse := range []bool{true, false} {
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
			blocks.Tasks = []int64{0, 7}
			blocks.Source.(*inBlocks).tasks = data.Task
			c.Tol = 1e-9
			compareBlocks(t, name, c, data, blocks)
		}
	}
}
