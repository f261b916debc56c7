package terms_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestFunctions: derivatives are those of the proximity operators.
func TestFunctions(t *testing.T) {
	t.Parallel()
	groups := prox.Groups{{0, 3, 4}, {1, 2}}
	slope := terms.Slope{Slope: prox.Slope{Lambda: 0.5, Weights: prox.Oscar(6, 0.3)}}
	scaled, _ := slope.Rescaled([]float64{1, 0.5, 3, 0.01, 10, 1})
	for name, g := range map[string]toolkit.Composable{
		"l1":        terms.L1{L1: prox.L1{Lambda: 0.7, Weights: []float64{1, 0, 2, 1, 0.5, 1}}},
		"bounds":    terms.Bounds{Bounds: prox.Bounds{Lambda: 0.5, Lower: []float64{-1}, Upper: []float64{0.8}}},
		"groups":    terms.L21{L21: prox.L21{Lambda: 0.7, Groups: groups}},
		"group-max": terms.L1Inf{L1Inf: prox.L1Inf{Lambda: 0.7, Groups: groups}},
		"slope":     slope,
		"scaled":    scaled.(toolkit.Composable),
	} {
		if err := toolkittest.Prox(g, 6); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
