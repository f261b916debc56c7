package provenance_test

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce/provenance"
)

// TestThisSystem: a record says by what and on what it was made; a release is the toolkit's version.
func TestThisSystem(t *testing.T) {
	provenance.Release = "v1.2.3"
	t.Cleanup(func() { provenance.Release = "" })
	s := provenance.ThisSystem()
	if s.Toolkit != "v1.2.3" || s.Go != runtime.Version() || !strings.HasPrefix(s.Command, os.Args[0]) ||
		s.CPU == "" || s.Cores < 1 || s.Memory < 0 || s.Memory > 1e18 {
		t.Errorf("%+v", s)
	}
}
