package fit_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
)

// TestKernelsModelIsSaved: what was written is read, and other files are refused.
func TestKernelsModelIsSaved(t *testing.T) {
	t.Parallel()
	ks, y := grams(t, rand.New(rand.NewPCG(5, 40)), 12, 3)
	m, err := fit.Kernels{Lambda: 0.05, Mu: 0.01}.Fit(t.Context(), fit.KernelData{Grams: ks, Y: y})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if back, err := model.LoadKernels(&b); err != nil || !cmp.Equal(back, m) {
		t.Errorf("%+v comes back as %+v, error %v", m, back, err)
	}
	for old, now := range map[string]string{
		`"version":1`: `"version":2`, `kernels model`: `model`, `"norms":[`: `"norms":[1,`, `{`: ``,
	} {
		if _, err := model.LoadKernels(strings.NewReader(strings.Replace(text, old, now, 1))); err == nil {
			t.Errorf("%s for %s was accepted", now, old)
		}
	}
}
