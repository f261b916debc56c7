package session_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce/session"
	"github.com/proxlab/proxlab/reproduce/sweep"
)

// TestSweep: results are kept for the next time; a setting that fails is named, and the others come all the same.
func TestSweep(t *testing.T) {
	t.Setenv(session.OutEnv, t.TempDir())
	type setting struct{ Seed int }
	type found struct{ Square float64 }
	s := sweep.Sweep[setting, found]{
		Name: "squares", Version: 1, Settings: []setting{{1}, {2}, {3}},
		Work: func(_ context.Context, s setting) (found, error) {
			if s.Seed == 2 {
				return found{}, errors.New("no luck")
			}
			return found{float64(s.Seed * s.Seed)}, nil
		},
	}
	for _, says := range []string{"squares: 1 of 3 tasks failed", "squares: 2 of 3 results are kept from before"} {
		var results *sweep.Results[setting, found]
		if text := printed(t, func() { results = session.Sweep(s) }); !strings.Contains(text, says) {
			t.Errorf("printed %q, not %q", text, says)
		}
		if rows := results.Table().Rows; len(rows) != 2 || rows[1][1] != "9" {
			t.Errorf("rows %v", rows)
		}
	}
}
