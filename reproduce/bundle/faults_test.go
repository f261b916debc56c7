package bundle

import (
	"testing"

	"github.com/proxlab/proxlab/reproduce/internal/damage"
)

func TestFaultDamagedResults(t *testing.T) {
	t.Parallel()
	damage.Campaign(t, small("pairs"), quick(t), 100)
}

func TestFaultOtherSettings(t *testing.T) {
	t.Parallel()
	c := quick(t)
	other := c
	other.Seed = 5
	damage.Others(t, small("pairs"), c, other)
}
