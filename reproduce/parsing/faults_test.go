package parsing

import (
	"testing"

	"github.com/proxlab/proxlab/reproduce/internal/damage"
)

func TestFaultDamagedResults(t *testing.T) {
	t.Parallel()
	damage.Campaign(t, small(fewest()), quick(t), 100)
}

func TestFaultOtherSettings(t *testing.T) {
	t.Parallel()
	c := quick(t)
	other := c
	other.Seed = 5
	damage.Others(t, small(fewest()), c, other)
}

// fewest is a set of few tasks.
func fewest() set {
	s := tiny()
	s.grids, s.kept, s.seeds, s.draws, s.epochs = [3][]setting{{{10, 20}}, {{30, 20}}, {{0.5, 20}}}, []int{107}, 1, 1, 1
	return s
}
