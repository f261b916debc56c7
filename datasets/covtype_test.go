package datasets

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
)

// writeScaled writes examples as LIBSVM's svm-scale does: "%g " for the label, "%d:%g " for what is not 0.
func writeScaled(w io.Writer, e *array.Examples) error {
	out := bufio.NewWriter(w)
	var b []byte
	for i, y := range e.Y {
		b = append(strconv.AppendFloat(b[:0], y, 'g', 6, 64), ' ')
		for p := e.X.Ptr[i]; p < e.X.Ptr[i+1]; p++ {
			b = append(strconv.AppendInt(b, int64(e.X.Col[p])+1, 10), ':')
			b = append(strconv.AppendFloat(b, e.X.Val[p], 'g', 6, 64), ' ')
		}
		if _, err := out.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// rawCovtype is a row of the raw table.
func rawCovtype(first, label string) string {
	return first + ",51,3,258,0,510,221,232,148,6279" + strings.Repeat(",0", 43) + ",1," + label + "\n"
}

// TestScaledCovtype: what is read from the raw table is what is read from the text that LIBSVM's tool makes of it.
func TestScaledCovtype(t *testing.T) {
	t.Parallel()
	raw := rawCovtype("100", "0") + rawCovtype("400", "1") + rawCovtype("200", "1")
	e, err := ReadScaledCovtype(t.Context(), strings.NewReader(raw), "f")
	if err != nil {
		t.Fatal(err)
	}
	if e.X.At(2, 0) != 0.333333 || e.X.At(1, 0) != 1 || !cmp.Equal(e.Y, []float64{1, 2, 2}) {
		t.Errorf("%+v", e)
	}
	var text bytes.Buffer
	if err := writeScaled(&text, e); err != nil {
		t.Fatal(err)
	}
	if line, _, _ := strings.Cut(text.String(), "\n"); strings.Contains(line, " 1:") {
		t.Errorf("a zero is written: %s", line)
	}
	again, err := array.ReadSVMLight(t.Context(), &text, "f", 0)
	if err != nil || !cmp.Equal(again.X, e.X) || !cmp.Equal(again.Y, e.Y) {
		t.Errorf("read again: %+v, error %v", again, err)
	}
	if _, err := ReadScaledCovtype(t.Context(), strings.NewReader(rawCovtype("1", "2")), "f"); err == nil ||
		!strings.Contains(err.Error(), "class 2 is none of 0 to 1") {
		t.Errorf("error %v", err)
	}
}

// TestCovtypeOfEitherFile: the raw table comes first where it is at hand; its checksum is known, and that of LIBSVM's
// set is not. Without either, both ways are named.
func TestCovtypeOfEitherFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(Env, dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var missing *NotFoundError
	_, err := AtHand("covtype")
	if !errors.As(err, &missing) || !strings.Contains(missing.Remedy, "libsvm/covtype.libsvm.binary.scale.bz2") ||
		!strings.Contains(missing.Remedy, "covtype/covtype.csv.gz") {
		t.Errorf("error %v", err)
	}
	lay(t, dir, "libsvm/covtype.libsvm.binary.scale", invented(400, "12"))
	if kind, _, err := Choose(OnlyReal, "covtype"); kind != Unverified || err != nil {
		t.Errorf("LIBSVM's set is %s, error %v", kind, err)
	}
	lay(t, dir, "covtype/covtype.csv", []byte(rawCovtype("1", "0")+rawCovtype("2", "1")))
	if kind, sum, err := Choose(OnlyReal, "covtype"); kind != Real || !strings.HasPrefix(sum, "4b176312") || err != nil {
		t.Errorf("the raw table is %s, %s, error %v", kind, sum, err)
	}
	if _, err := LoadBinary(t.Context(), "covtype"); err == nil || !strings.Contains(err.Error(), "4b176312") {
		t.Errorf("another table is taken for the set: %v", err)
	}
}

// TestRealCovtype: 22.1 % of all numbers are other than 0, the share that is published of LIBSVM's set; the checksum is
// that of its text as written here.
func TestRealCovtype(t *testing.T) {
	if testing.Short() {
		t.Skip("reads and writes 70 MB")
	}
	t.Parallel()
	here := covtypeEntry.Here()
	e, err := covtypeInTwoClasses(t.Context(), func(k int, read func(r *source.Reader) error) error {
		_, err := here.Read(here.Files[k], read)
		return err
	})
	var missing *NotFoundError
	if errors.As(err, &missing) {
		t.Skip("covtype is not at hand")
	}
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	if err := writeScaled(h, e); err != nil {
		t.Fatal(err)
	}
	const want = "859809c092ca933e1a8cc1cfa15e33b56cb11651e4e0a5b52b702abc315a6c0f"
	if got := hex.EncodeToString(h.Sum(nil)); e.X.R != 581012 || e.X.NNZ() != 6940438 || got != want {
		t.Errorf("%d examples, %d numbers, sha256 %s", e.X.R, e.X.NNZ(), got)
	}
}

func FuzzReadScaledCovtype(f *testing.F) {
	f.Add(rawCovtype("1", "0") + rawCovtype("3", "1"))
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ReadScaledCovtype(context.Background(), strings.NewReader(text), "fuzz")
		if err == nil && (e.X.R != len(e.Y) || len(e.X.Ptr) != e.X.R+1) {
			t.Fatalf("%+v", e)
		}
	})
}
