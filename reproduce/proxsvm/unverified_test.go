package proxsvm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// TestInventedLinesAreNoRealSet runs the study on 400 invented lines in the place of a set whose checksum nobody knows.
func TestInventedLinesAreNoRealSet(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(datasets.Env, dir)
	var lines strings.Builder
	for i := range 400 {
		fmt.Fprintf(&lines, "%+d 1:%d 2:1\n", 1-2*(i%2), i%7)
	}
	if err := os.Mkdir(filepath.Join(dir, "libsvm"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "libsvm", "real-sim"), []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	c := quick(t, datasets.OnlyReal)
	var said bytes.Buffer
	c.Only, c.Log = []string{"real-sim", tableLiteral, tableSound}, &said
	rec, err := Study.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{tableLiteral, tableSound} {
		r, ok := rec.Table(table).Row("real-sim")
		text, err := json.Marshal(r)
		if !ok || err != nil || !strings.Contains(string(text), `"kind":"unverified"`) ||
			!strings.Contains(string(text), `"doubt":"no checksum is registered; there are 400 examples`) {
			t.Errorf("%s: error %v, row %s", table, err, text)
		}
	}
	if !strings.Contains(said.String(), "real-sim is unverified") {
		t.Errorf("said: %s", said.String())
	}
	for _, claim := range rec.Claims {
		if claim.Verdict == reproduce.Holds || claim.Verdict == reproduce.Fails {
			t.Errorf("%s: %s on %s data", claim.ID, claim.Verdict, claim.Data)
		}
	}
}
