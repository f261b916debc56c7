package kernel_test

import (
	"encoding/gob"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// cubic is a kernel of a user's own, and unknown one that encoding/gob was not told of.
type (
	cubic   struct{ Offset float64 }
	unknown struct{ Offset float64 }
)

func (k cubic) OfDot(xz, _, _ float64) float64 {
	v := k.Offset + xz
	return v * v * v
}

func (k unknown) OfDot(xz, _, _ float64) float64 { return k.Offset + xz }

func init() { gob.Register(cubic{}) }

// TestKernelsAreJSON writes every kernel as JSON and reads it again.
func TestKernelsAreJSON(t *testing.T) {
	t.Parallel()
	all := map[string]kernel.Kernel{"own": cubic{2}, "Average/nested": kernel.Average{kernel.Scaled{C: 2, Of: cubic{1}}}}
	for name, k := range kernels {
		all[name] = k
	}
	for name, k := range all {
		spec, err := kernel.Describe(k)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := json.Marshal(spec)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var again kernel.Spec
		if err := json.Unmarshal(text, &again); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		made, err := again.Make()
		if d := cmp.Diff(k, made); err != nil || d != "" {
			t.Errorf("%s: %s is another kernel, error %v: %s", name, text, err, d)
		}
	}
	text, err := json.Marshal(kernel.Spec{Kernel: "linear"})
	if err != nil || string(text) != `{"kernel":"linear"}` {
		t.Errorf("the linear kernel is %s, error %v", text, err)
	}
}

func TestBadSpecs(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		`{"kernel": "gaussian"}`:                                      `"gaussian" lacks its number`,
		`{"kernel": "quadratic"}`:                                     `"quadratic" lacks its number`,
		`{"kernel": "b1-spline"}`:                                     `"b1-spline" lacks its number`,
		`{"kernel": "scaled", "of": [{"kernel": "linear"}]}`:          `"scaled" lacks its number`,
		`{"kernel": "unit-diagonal"}`:                                 "of one kernel, and there are 0",
		`{"kernel": "average"}`:                                       "average of no kernels",
		`{"kernel": "average", "of": [{"kernel": "of my making"}]}`:   `no kernel "of my making"`,
		`{"kernel": "own", "gob": "AAAA"}`:                            "encoding/gob does not know",
		`{"kernel": "unit-diagonal", "of": [{"kernel": "gaussian"}]}`: `"gaussian" lacks its number`,
	} {
		var s kernel.Spec
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if k, err := s.Make(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s is %v, error %v, which does not say %q", text, k, err, says)
		}
	}
	for _, k := range []kernel.Kernel{unknown{1}, kernel.UnitDiagonal{Of: unknown{1}}} {
		if _, err := kernel.Describe(k); err == nil || !strings.Contains(err.Error(), "cannot be saved") {
			t.Errorf("%T was described, error %v", k, err)
		}
	}
}

// TestLinearFeatures: the linear kernel's features are the points themselves.
func TestLinearFeatures(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
	if got := (kernel.Linear{}).Features(x); got != x {
		t.Errorf("features %v", got)
	}
}
