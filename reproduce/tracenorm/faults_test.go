package tracenorm

import (
	"sync"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce/internal/damage"
)

// counting returns a clock by which every look takes as long: times are then the same in every run.
func counting() func() float64 {
	var mu sync.Mutex
	var calls float64
	return func() float64 {
		mu.Lock()
		defer mu.Unlock()
		calls++
		return calls
	}
}

func TestFaultDamagedResults(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic, "heavy-0.1", tableGauges, tableFigure1)
	if damage.Long() {
		c.Only = append(c.Only, "heavy-0.9", tableReadings, conjoint1, tableFigure2, tablePath)
	}
	damage.Campaign(t, tiny(counting()), c, 100)
}

func TestFaultOtherSettings(t *testing.T) {
	t.Parallel()
	if !damage.Long() {
		t.Skip("in the long form: races take long")
	}
	c := quick(t, datasets.OnlySynthetic, "heavy-0.1", tableFigure1)
	other := c
	other.Seed += 3
	damage.Others(t, tiny(counting()), c, other)
}
