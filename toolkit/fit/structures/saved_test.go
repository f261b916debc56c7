package structures_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
)

// TestFirstChainVersionLoads: a chain model in gob's format is read still, and is the model that the same settings
// learn today.
func TestFirstChainVersionLoads(t *testing.T) {
	t.Parallel()
	f, err := os.Open(filepath.Join("testdata", "chain-v1.model"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	old, err := model.LoadChain(f)
	if err != nil {
		t.Fatal(err)
	}
	x, start, y := chains(30, 8, 3)
	now, err := structures.Chain{
		Kernels: kernels,
		Lambda:  1e-3,
	}.Fit(
		t.Context(),
		structures.Sequences{X: x, Start: start, Y: y, Labels: 3},
	)
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(append(old.Transitions.Data, old.Progress.Objective),
		append(now.Transitions.Data, now.Progress.Objective), 1e-12) {
		t.Errorf("the model that was saved has the objective %g, today's %g", old.Progress.Objective, now.Progress.Objective)
	}
}

// TestDamagedChainModel: every flipped bit of the numbers is noticed, and so are other versions and missing arrays.
func TestDamagedChainModel(t *testing.T) {
	t.Parallel()
	x, start, y := chains(5, 4, 3)
	m, err := structures.Chain{
		Kernels: kernels,
		Lambda:  1e-3,
		Epochs:  2,
	}.Fit(
		t.Context(),
		structures.Sequences{X: x, Start: start, Y: y, Labels: 3},
	)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	head := strings.IndexByte(text, '\n') + 1
	for at := head; at < len(text); at += 37 {
		damaged := []byte(text)
		damaged[at] ^= 4
		if _, err := model.LoadChain(bytes.NewReader(damaged)); err == nil || !strings.Contains(err.Error(), "checksum") {
			t.Fatalf("byte %d flipped: error %v", at, err)
		}
	}
	for old, now := range map[string]string{
		`"version":2`: `"version":3`, `"kernel":"linear"`: `"kernel":"cubic"`, `"rows":3,`: `"rows":4,`,
		`"labels":3`: `"labels":2`, `"proxlab`: `"other`,
	} {
		if _, err := model.LoadChain(strings.NewReader(strings.Replace(text, old, now, 1))); err == nil {
			t.Errorf("%s for %s was accepted", now, old)
		}
	}
}
