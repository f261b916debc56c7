package multipliers

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestSmoothed checks the losses of subproblems by the kit, of one output and of tasks.
func TestSmoothed(t *testing.T) {
	t.Parallel()
	of := loss.Quantile{Y: []float64{1, -2, 0.5, 0}, Tau: 0.3}
	each := &smoothed{of: of, envelope: of, v: []float64{0.4, -0.2, 0.7, 0}, s: 0.8}
	if err := toolkittest.Loss(each); err != nil {
		t.Error(err)
	}
	tasks := loss.Tasks{Of: of, Task: []int{0, 0, 1, 2}, K: 3}
	if err := toolkittest.Loss(ofTasks{tasks, each}); err != nil {
		t.Error(err)
	}
}
