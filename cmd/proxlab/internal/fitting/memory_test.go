package fitting

import (
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
