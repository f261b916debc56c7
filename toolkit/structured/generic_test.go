package structured_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// oracles holds every oracle of this package.
var oracles = map[string]toolkit.Oracle{
	"Hinge":            &structured.Hinge{Data: testproblems.SmallSequences()},
	"Hinge/Exhaustive": &structured.Hinge{Data: testproblems.SmallSequences(), Decoder: structured.Exhaustive{}},
	"CRF":              &structured.CRF{Data: testproblems.SmallSequences()},
}

// TestOracles checks each subgradient against finite differences of the loss, and the subgradient inequality.
func TestOracles(t *testing.T) {
	t.Parallel()
	for name, o := range oracles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testproblems.CheckOracle(t, func(*linalg.Dense) toolkit.Oracle { return o }, 3)
		})
	}
}
