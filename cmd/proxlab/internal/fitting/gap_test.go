package fitting

import (
	"io"
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestEnded: a limit is an error.
func TestEnded(t *testing.T) {
	t.Parallel()
	r := &fitting{cmd: NewFit(nil)}
	r.cmd.SetErr(io.Discard)
	if err := r.ended(&model.Linear{Status: solver.TimeLimited}); err == nil {
		t.Error("a limit is no error")
	}
}
