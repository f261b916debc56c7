package structures_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
)

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
		`"version":1`: `"version":3`, `"kernel":"linear"`: `"kernel":"cubic"`, `"length":9,`: `"length":8,`,
		`"labels":3`: `"labels":2`, `"proxlab`: `"other`,
	} {
		if _, err := model.LoadChain(strings.NewReader(strings.Replace(text, old, now, 1))); err == nil {
			t.Errorf("%s for %s was accepted", now, old)
		}
	}
}
