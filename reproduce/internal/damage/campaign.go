// Package damage spoils the kept results of a study, and looks at what becomes of its record.
package damage

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/reproduce"
)

// Long tells that the campaigns of faults are wanted in their long form.
func Long() bool { return os.Getenv("PROXLAB_FAULTS") == "long" }

// same compares tables and curves but for the study's times.
func same(s reproduce.Study) cmp.Options {
	return cmp.Options{
		cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(reproduce.Row{}),
		cmpopts.IgnoreMapEntries(func(k string, _ any) bool { return s.TimedValue(k) }),
	}
}

// Campaign runs a study in the folder of a config, and then again and again over results of which some were spoiled:
// every kind of damage once in the short form, and so many in the long, which first takes a value out of a list of
// every result: what is long enough, each study says for itself. Every damage has to be noticed, and made good: the
// record is the first one's.
func Campaign(t *testing.T, s reproduce.Study, c reproduce.Config, count int) {
	t.Helper()
	if !Long() {
		count = len(kinds)
	}
	want, said := run(t, s, c)
	if said != "" {
		t.Fatalf("a run in a new folder says: %s", said)
	}
	if _, said = run(t, s, c); said != "" {
		t.Fatalf("a run over results that are whole says: %s", said)
	}
	rng, all := rand.New(rand.NewPCG(17, uint64(count))), Long()
	for done := 0; done < count; all = false {
		by, most := slices.Concat(kinds[done%len(kinds):], kinds[:done%len(kinds)]), count-done
		if all {
			by, most = []kind{{"a list shortened, sealed", sealed(shorten)}}, math.MaxInt
		}
		spoiled := spoil(t, rng, filepath.Join(c.Folder, "results"), by, most)
		if !all {
			done += len(spoiled)
		}
		got, said := run(t, s, c)
		for path, how := range spoiled {
			if n := strings.Count(said, path+": "); n != 1 {
				t.Errorf("%s: %s: said %d times", filepath.Base(path), how, n)
			}
		}
		if n := strings.Count(said, "computing it again"); n != len(spoiled) {
			t.Errorf("%d results computed again, %d were spoiled: %s", n, len(spoiled), said)
		}
		for what, d := range map[string]string{
			"tables": cmp.Diff(want.Tables, got.Tables, same(s)), "curves": cmp.Diff(want.Curves, got.Curves, same(s)),
		} {
			if d != "" {
				t.Errorf("after %v, %s differ:\n%s", spoiled, what, d)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d results were spoiled: all were noticed, and made good", count)
}

func run(t *testing.T, s reproduce.Study, c reproduce.Config) (rec *reproduce.Record, said string) {
	t.Helper()
	var log bytes.Buffer
	c.Log = &log
	rec, err := s.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return rec, log.String()
}

// spoil spoils files of a folder, at most so many, by one kind after another, and says how each was.
func spoil(t *testing.T, rng *rand.Rand, dir string, by []kind, most int) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "[0-9a-f]*.json"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%d results, error %v", len(files), err)
	}
	good := make([][]byte, len(files))
	for i, path := range files {
		if good[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	out := map[string]string{}
	for _, i := range rng.Perm(len(files))[:min(most, len(files))] {
		k := by[len(out)%len(by)]
		bad := k.spoil(rng, bytes.Clone(good[i]), good[(i+1)%len(good)])
		if bytes.Equal(bad, good[i]) {
			bad = nil
		}
		if err := os.WriteFile(files[i], bad, 0o666); err != nil {
			t.Fatal(err)
		}
		out[files[i]] = k.name
	}
	return out
}

// Others runs a study with one config to the end and in part, and with other settings in the same folder: they are
// refused, or make way, and the record is that of a folder of its own.
func Others(t *testing.T, s reproduce.Study, c, other reproduce.Config) {
	t.Helper()
	alone := other
	alone.Folder = t.TempDir()
	want, _ := run(t, s, alone)
	run(t, s, c)
	other.Folder = c.Folder
	if got, said := run(t, s, other); said != "" || cmp.Diff(want.Tables, got.Tables, same(s)) != "" {
		t.Errorf("after a run of other settings that is complete: %s\n%s", said, cmp.Diff(want.Tables, got.Tables, same(s)))
	}
	leaveOne(t, c.Folder)
	refused, err := s.Run(t.Context(), c)
	if refused != nil || err == nil || !strings.Contains(err.Error(), "holds another plan") {
		t.Errorf("in the folder of other settings that are not done: record %t, error %v", refused != nil, err)
	}
	c.Replace = true
	run(t, s, c)
	if got, _ := run(t, s, other); cmp.Diff(want.Tables, got.Tables, same(s)) != "" {
		t.Errorf("having been replaced:\n%s", cmp.Diff(want.Tables, got.Tables, same(s)))
	}
}

// leaveOne removes a result of the plan that a folder holds, which is then not done.
func leaveOne(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "results", "[0-9a-f]*.json"))
	for _, path := range files {
		if !strings.Contains(string(text), strings.TrimSuffix(filepath.Base(path), ".json")) {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("the folder has no result of its plan")
}
