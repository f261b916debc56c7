package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/studies"
	"github.com/proxlab/proxlab/reproduce"
)

// TestEveryClaimIsWhole: each claim of each study has the paper's words and their place, a criterion, a figure, a
// reason for its reading and, on the kept records, a spread.
func TestEveryClaimIsWhole(t *testing.T) {
	t.Parallel()
	for _, s := range studies.Studies {
		rec, err := s.Kept()
		if err == nil {
			err = reproduce.CheckClaims(s, rec)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

func TestClaimsJSON(t *testing.T) {
	t.Parallel()
	stdout, _, code := call(t.Context(), "claims", "--json")
	var ledger struct{ Claims []map[string]any }
	if err := json.Unmarshal([]byte(stdout), &ledger); err != nil || code != 0 {
		t.Fatal(code, err)
	}
	judged := slices.IndexFunc(ledger.Claims, func(c map[string]any) bool { return c["verdict"] == "holds" })
	for _, key := range []string{
		"id", "study", "table", "figure", "command", "where", "statement", "criterion", "verdict", "paper_value", "ours",
		"spread", "data",
	} {
		if _, ok := ledger.Claims[judged][key]; !ok {
			t.Errorf("claims lack %q: %v", key, ledger.Claims[judged])
		}
	}
}

// TestClaimsByID prints claims whole, in any case of letters, as text and as JSON; one that nobody knows is an error
// that names those there are.
func TestClaimsByID(t *testing.T) {
	t.Parallel()
	text, _, code := call(t.Context(), "claims", "--claim", "d-s3")
	for _, part := range []string{
		"D-S3, of study sparsity\n", "“", "(section 5.3", "The paper's value: ", "It holds where ", "reading: ", "spread: ",
		"figure: ",
		"command: proxlab reproduce sparsity --scale paper --only figure2",
	} {
		if code != 0 || !strings.Contains(text, part) {
			t.Errorf("exit code %d; it lacks %q:\n%s", code, part, text)
		}
	}
	stdout, _, _ := call(t.Context(), "claims", "--json", "--claim", "D-S3,D-M1")
	var ledger struct{ Claims []reproduce.Claim }
	if err := json.Unmarshal([]byte(stdout), &ledger); err != nil || len(ledger.Claims) < 2 {
		t.Fatal(err, stdout)
	}
	for _, c := range ledger.Claims {
		if c.ID != "D-S3" && c.ID != "D-M1" {
			t.Errorf("%s was not asked for", c.ID)
		}
	}
	_, stderr, code := call(t.Context(), "claims", "--claim", "D-X9")
	if code == 0 || !strings.Contains(stderr, "D-M1, ") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
