package model_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// TestFirstVersionLoads: files of version 1 are models still, and predict as they did.
func TestFirstVersionLoads(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		link  string
		label float64 // of the first example of two.csv: y = 1, a = 0.5, b = 2, task 1
	}{
		"logistic": {"logit", 1}, "hinge": {"margin", 1}, "tasks": {"logit", 1}, "squared": {"identity", 0},
		"multinomial": {"softmax", 0},
	} {
		f, err := os.Open(filepath.Join("testdata", "linear-v1-"+name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		m, err := model.LoadLinear(f)
		_ = f.Close() // it was read
		if err != nil || m.Link != c.link {
			t.Errorf("%s: link %q, error %v", name, m.Link, err)
			continue
		}
		x, task := linalg.NewDense(1, m.Features, nil), []int64(nil)
		if m.Tasks != nil {
			task = []int64{1}
		}
		copy(x.Data, []float64{0.5, 2})
		p, err := m.Predict(x, task)
		if err != nil || (p.Labels == nil) != (c.link == "identity") ||
			(p.Probabilities == nil) != (c.link == "identity" || c.link == "margin") {
			t.Errorf("%s: %+v, error %v", name, p, err)
			continue
		}
		if c.label != 0 && p.Labels[0] != c.label {
			t.Errorf("%s: label %g, it was %g", name, p.Labels[0], c.label)
		}
	}
	if _, err := model.LoadLinear(strings.NewReader("a text")); err == nil {
		t.Error("a text was loaded")
	}
}
