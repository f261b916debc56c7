package fitting

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
)

func TestParseMemory(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"4GB": 4e9, "512MiB": 512 << 20, "1.5gb": 1.5e9, "100000000": 1e8, "64 MB": 64e6,
	} {
		if got, err := ui.ParseMemory(text); err != nil || got != want {
			t.Errorf("%s: %g %v", text, got, err)
		}
	}
}

func TestPassesLeft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, now, to, want float64 }{
		{1, 0.1, 0.001, 2}, {1, 0.1, 0.5, 0}, {1, 1, 0.1, -1}, {math.NaN(), 1, 0.1, -1}, {1, 0.1, 0.009, 2},
	} {
		if got := passesLeft(c.before, c.now, c.to); got != c.want {
			t.Errorf("%+v: %g", c, got)
		}
	}
}
