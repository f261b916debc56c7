package testproblems

import (
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Says fails where a sequence does not begin with an error that says something.
func Says[S solver.Reporter](t *testing.T, seq solver.Seq[S], something string) {
	t.Helper()
	count := 0
	for _, err := range seq {
		if count++; count > 1 {
			t.Fatal("the sequence goes on after its error")
		}
		if err == nil {
			t.Fatalf("no error that says %q", something)
		}
		if !strings.Contains(err.Error(), something) {
			t.Errorf("error %q does not say %q", err, something)
		}
	}
}
