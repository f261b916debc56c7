package structured_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// oracles holds every oracle of this package.
var oracles = map[string]toolkit.Oracle{
	"Hinge":            &structured.Hinge{Data: testproblems.SmallSequences()},
	"Hinge/Exhaustive": &structured.Hinge{Data: testproblems.SmallSequences(), Decoder: structured.Exhaustive{}},
	"CRF":              &structured.CRF{Data: testproblems.SmallSequences()},
}

func TestOracles(t *testing.T) {
	t.Parallel()
	for name, o := range oracles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := linalg.NewDense(4, 2, []float64{0.3, -1.2, 2.1, 0.4, -0.5, 0.8, 1, -1.5})
			if err := toolkittest.Oracle(o, func() toolkit.Params { return chainModel(x, 3) }); err != nil {
				t.Error(err)
			}
		})
	}
}
