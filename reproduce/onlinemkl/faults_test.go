package onlinemkl

import (
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/internal/damage"
)

func TestFaultDamagedResults(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{"linear", "mkl-lb", tableEta1}
	words := 20
	if damage.Long() {
		c.Only = append(c.Only, "quadratic", tableRegret, tableVariants, tableHeldOut)
		words = 100
	}
	damage.Campaign(t, small(words), c, 100)
}

func TestFaultOtherSettings(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{"linear", tableEta1}
	if damage.Long() {
		c.Only = append(c.Only, "mkl-lb")
	}
	other := c
	other.Folds = []int{3}
	damage.Others(t, small(20), c, other)
}

// TestFaultOtherData: another set of the same size is other data.
func TestFaultOtherData(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{"linear", tableEta1}
	rec, err := small(20).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	s := Study
	s.Plan = func(d *reproduce.Draft) error {
		return planOn(d, origin{Generated: generate.HandwritingConfig{Words: 20, Writers: 40, Seed: 2}})
	}
	got, err := s.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := rec.Table(tableEta1).Row("linear")
	b, _ := got.Table(tableEta1).Row("linear")
	if a.Data.SHA256 == b.Data.SHA256 || accuracyOf.In(a) == accuracyOf.In(b) {
		t.Errorf("the record has results of other data: %v and %v", a, b)
	}
}
