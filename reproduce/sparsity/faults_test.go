package sparsity

import (
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/internal/damage"
)

func TestFaultDamagedResults(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	if !damage.Long() {
		c.Only = []string{tableTheory, tablePenalties}
	}
	damage.Campaign(t, small(), c, 100)
}

func TestFaultOtherSettings(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic, tableTheory)
	other := c
	other.Seed, other.Mode = 9, reproduce.Sound
	damage.Others(t, small(), c, other)
}
