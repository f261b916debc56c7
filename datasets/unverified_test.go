package datasets

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
)

// invented returns so many lines of made-up examples of two classes in LIBSVM's format.
func invented(lines int, labels string) []byte {
	var b bytes.Buffer
	rng := rand.New(rand.NewPCG(17, 1))
	for i := range lines {
		fmt.Fprintf(&b, "%c 1:%.3f %d:%.3f\n", labels[i%len(labels)], rng.Float64(), 2+rng.IntN(20), rng.Float64())
	}
	return b.Bytes()
}

func zippedFile(t *testing.T, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// lay puts a file into a data folder.
func lay(t *testing.T, dir, name string, content []byte) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, content, 0o666)); err != nil {
		t.Fatal(err)
	}
}

// TestInventedSets puts 400 invented lines in the place of every set, plain and packed: sets without a checksum are
// unverified, whoever asks, and for the others the lines are none of theirs.
func TestInventedSets(t *testing.T) {
	unknown := map[string]string{
		"combined": "78823 + 19705", "covtype": "581012", "rcv1": "20242 + 677399", "real-sim": "72309",
	}
	for _, s := range binarySpecs {
		for _, packed := range []bool{false, true} {
			dir := t.TempDir()
			t.Setenv(Env, dir)
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			for _, f := range s.entry.Files {
				plain := strings.TrimSuffix(strings.TrimSuffix(f.Path, ".gz"), ".bz2")
				lines := invented(400, "123")
				if packed {
					lay(t, dir, plain+".gz", zippedFile(t, lines))
				} else {
					lay(t, dir, plain, lines)
				}
			}
			if counts, ok := unknown[s.entry.Name]; ok {
				expectUnverified(t, s.entry.Name, counts)
				continue
			}
			var other *source.ChecksumError
			_, err := LoadBinary(t.Context(), s.entry.Name)
			if syntax := s.entry.Name == "mnist" || s.entry.Name == "covtype-subset"; err == nil ||
				!syntax && !errors.As(err, &other) {
				t.Errorf("%s: invented lines are taken for the set: %v", s.entry.Name, err)
			}
		}
		if _, ok := unknown[s.entry.Name]; ok == s.entry.Verifiable() {
			t.Errorf("%s: verifiable is %t", s.entry.Name, !ok)
		}
	}
	for _, e := range []Entry{ocrEntry, computersEntry, bankEntry, omniglotEntry, schoolEntry, greyEntry} {
		if !e.Verifiable() {
			t.Errorf("%s has a file without a checksum, and its loader calls it real", e.Name)
		}
	}
}

// expectUnverified loads a set in all ways there are.
func expectUnverified(t *testing.T, name, counts string) {
	t.Helper()
	d, err := LoadBinary(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := ReadFrame(t.Context(), "@"+name, FrameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for what, s := range map[string]Source{"loaded": d.Source, "as a frame": f.Source} {
		if text := s.String(); s.Kind != Unverified || !strings.Contains(text, counts) || !strings.Contains(text, "400") ||
			!strings.Contains(text, "unverified: no checksum is registered") {
			t.Errorf("%s, %s: %s", name, what, text)
		}
	}
	for _, policy := range []Policy{Auto, OnlyReal} {
		kind, named, err := Choose(policy, name)
		if kind != Unverified || !strings.HasPrefix(named, "unverified ") || err != nil {
			t.Errorf("%s, %s: %s %q %v", name, policy, kind, named, err)
		}
	}
}

// TestUnverifiedContentIsNamed: other content of the same length has another name, so that no result of the one is
// taken for one of the other.
func TestUnverifiedContentIsNamed(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(Env, dir)
	seen := map[string]bool{}
	for i, labels := range []string{"12", "21", "12"} {
		lay(t, dir, "libsvm/real-sim", invented(400, labels))
		at := time.Now().Add(time.Duration(i) * time.Hour) // the clocks of some disks are coarse
		if err := os.Chtimes(filepath.Join(dir, "libsvm", "real-sim"), at, at); err != nil {
			t.Fatal(err)
		}
		named, err := AtHand("real-sim")
		if err != nil {
			t.Fatal(err)
		}
		seen[named] = true
	}
	if len(seen) != 2 {
		t.Errorf("two contents have the names %v", seen)
	}
}

// TestCountsAsPublishedAreNotEnough: data that have as many examples and features as the set are unverified all the
// same.
func TestCountsAsPublishedAreNotEnough(t *testing.T) {
	t.Parallel()
	e, err := array.ReadSVMLight(t.Context(), bytes.NewReader(invented(400, "12")), "f", 0)
	if err != nil {
		t.Fatal(err)
	}
	for says, p := range map[string]published{
		"as were published": {400, 0, e.X.C}, "500 examples and 21 features were published": {500, 0, 21},
	} {
		if got := p.doubt(e, nil); !strings.Contains(got, says) {
			t.Errorf("%q does not say %q", got, says)
		}
	}
}

// TestOwnFilesAreUnverified, in every format, and real where their checksum is that of a registered file.
func TestOwnFilesAreUnverified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table := "y,a\n" + strings.Repeat("1,2\n0,3\n", 200)
	array := "%%MatrixMarket matrix array real general\n400 2\n" + strings.Repeat("1\n0\n", 400)
	for name, content := range map[string][]byte{
		"a.svm": invented(400, "12"), "b.csv": []byte(table), "c.csv.gz": zippedFile(t, []byte(table)),
		"d.tsv": []byte(strings.ReplaceAll(table, ",", "\t")), "e.mtx": []byte(array),
	} {
		lay(t, dir, name, content)
		target := map[string]string{".csv": "y", ".tsv": "y", ".mtx": "1"}[source.Extension(name)]
		f, err := ReadFrame(t.Context(), filepath.Join(dir, name), FrameOptions{Target: target})
		if err != nil || f.Source.Kind != Unverified || f.Source.Name != name {
			t.Errorf("%s: error %v, frame %+v", name, err, f)
		}
	}
	if s := SourceOf("bank.csv", bankEntry.Files[0].SHA256); s.Kind != Real || s.Doubt != "" {
		t.Errorf("a registered file under another name: %v", s)
	}
}
