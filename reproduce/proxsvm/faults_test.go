package proxsvm

import (
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/internal/damage"
)

// tiny is the study on a set that is smaller still.
func tiny() reproduce.Study {
	s := Study
	s.Plan = func(d *reproduce.Draft) error {
		shape := generate.DefaultLowCurvature
		shape.Train, shape.Test, shape.Features = 150, 50, 40
		return draft(d, shape)
	}
	return s
}

func TestFaultDamagedResults(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{tableGrid, tableRegret, tableCertificate}
	if damage.Long() {
		c.Only = append(c.Only, tableSweep, tableLambda)
	}
	damage.Campaign(t, tiny(), c, 100)
}

func TestFaultOtherSettings(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{tableRegret, tableCertificate}
	other := c
	other.Seed += 7
	damage.Others(t, tiny(), c, other)
}
