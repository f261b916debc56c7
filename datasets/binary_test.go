package datasets

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
)

// idx returns a file of MNIST's format.
func idx(magic uint32, sizes []uint32, content ...byte) string {
	b := binary.BigEndian.AppendUint32(nil, magic)
	for _, s := range sizes {
		b = binary.BigEndian.AppendUint32(b, s)
	}
	return string(append(b, content...))
}

func TestReadIDX(t *testing.T) {
	t.Parallel()
	x, err := array.ReadIDXImages(t.Context(), strings.NewReader(idx(0x0803, []uint32{2, 1, 2}, 0, 255, 51, 0)), "f")
	if err != nil || x.R != 2 || x.C != 2 || x.NNZ() != 2 || x.At(0, 1) != 1 || x.At(1, 0) != 0.2 {
		t.Errorf("images %+v, error %v", x, err)
	}
	y, err := array.ReadIDXLabels(strings.NewReader(idx(0x0801, []uint32{3}, 7, 0, 9)), "f")
	if err != nil || !cmp.Equal(y, []float64{7, 0, 9}) {
		t.Errorf("labels %v, error %v", y, err)
	}
	for want, text := range map[string]string{
		"within its header":   "\x00",
		"not with 0x00000803": idx(0x0801, []uint32{1, 1, 1}, 1),
		"within image 2 of 2": idx(0x0803, []uint32{2, 1, 2}, 1, 2, 3),
		"goes on after":       idx(0x0803, []uint32{1, 1, 1}, 1, 2),
		"0 × 4 pixels":        idx(0x0803, []uint32{1, 0, 4}),
	} {
		if _, err := array.ReadIDXImages(t.Context(), strings.NewReader(text), "f"); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, not %q", err, want)
		}
	}
	if _, err := array.ReadIDXLabels(strings.NewReader(idx(0x0801, []uint32{3}, 7)), "f"); err == nil ||
		!strings.Contains(err.Error(), "before label 2 of 3") {
		t.Errorf("error %v", err)
	}
}

func FuzzReadIDX(f *testing.F) {
	f.Add(idx(0x0803, []uint32{2, 1, 2}, 0, 255, 51, 0))
	f.Add(idx(0x0801, []uint32{3}, 7, 0, 9))
	f.Fuzz(func(t *testing.T, text string) {
		if x, err := array.ReadIDXImages(t.Context(), strings.NewReader(text), "fuzz"); err == nil &&
			(len(x.Ptr) != x.R+1 || x.Ptr[x.R] != len(x.Val)) {
			t.Fatalf("matrix %+v", x)
		}
		_, _ = array.ReadIDXLabels(strings.NewReader(text), "fuzz")
	})
}

func TestReadCovtype(t *testing.T) {
	t.Parallel()
	row := func(first, class string) string {
		return first + ",2,3,4,5,6,7,8,9,10" + strings.Repeat(",0", 43) + ",1," + class + "\n"
	}
	e, err := ReadCovtype(t.Context(), strings.NewReader(row("100", "2")+row("300", "7")+row("200", "2")), "f")
	if err != nil || e.X.R != 3 || e.X.At(0, 0) != 0 || e.X.At(1, 0) != 1 || e.X.At(2, 0) != 0.5 || e.X.At(2, 53) != 1 ||
		!cmp.Equal(e.Y, []float64{2, 7, 2}) {
		t.Errorf("%+v, error %v", e, err)
	}
	for what, c := range map[string]struct{ text, want string }{
		"empty":          {"", "no examples"},
		"class 8":        {row("1", "8"), "f:1: field 55: class 8"},
		"a short line":   {"1,2\n", "f:1: field 2: the line has not 55 fields"},
		"a long line":    {strings.Replace(row("1", "2"), "\n", ",1\n", 1), "the line has not 55 fields"},
		"text":           {row("x", "2"), `f:1: field 1: "x" is no finite number`},
		"an indicator 2": {strings.Replace(row("1", "2"), ",1,2", ",2,2", 1), "f:1: field 54: 2 is neither"},
	} {
		if _, err := ReadCovtype(t.Context(), strings.NewReader(c.text), "f"); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, not %q", what, err, c.want)
		}
	}
}

func FuzzReadCovtype(f *testing.F) {
	f.Add("1,2,3,4,5,6,7,8,9,10" + strings.Repeat(",0", 43) + ",1,2\n")
	f.Fuzz(func(t *testing.T, text string) {
		if e, err := ReadCovtype(t.Context(), strings.NewReader(text), "fuzz"); err == nil &&
			(e.X.R != len(e.Y) || len(e.X.Ptr) != e.X.R+1) {
			t.Fatalf("%+v", e)
		}
	})
}

// TestLoadBinary places small files under the names of registered sets.
func TestLoadBinary(t *testing.T) {
	place(t, "libsvm/connect-4.gz", gzipped(t, "1 1:1\n-1 2:1\n"))
	var wrong *source.ChecksumError
	if _, err := LoadBinary(t.Context(), "connect-4"); !errors.As(err, &wrong) {
		t.Errorf("error %v for another content", err)
	}
	var missing *NotFoundError
	if _, err := LoadBinary(t.Context(), "rcv1"); !errors.As(err, &missing) || missing.Set != "rcv1" {
		t.Errorf("error %v for a set that is not there", err)
	}
	if _, err := LoadBinary(t.Context(), "nothing"); err == nil || !strings.Contains(err.Error(), "a9a") {
		t.Errorf("error %v for an unknown name", err)
	}
}

func TestSplitsAndClasses(t *testing.T) {
	t.Parallel()
	e, err := array.ReadSVMLight(t.Context(), strings.NewReader(strings.Repeat("1 1:1\n2\n3 2:4\n", 7)), "f", 0)
	if err != nil {
		t.Fatal(err)
	}
	train, test := holdOutFifth(e, 1)
	if train.X.R != 16 || test.X.R != 5 || train.X.NNZ()+test.X.NNZ() != e.X.NNZ() {
		t.Errorf("%d and %d examples", train.X.R, test.X.R)
	}
	again, _ := holdOutFifth(e, 1)
	if !cmp.Equal(train, again) {
		t.Error("the same seed gave another split")
	}
	part := rowsOf(e, 3, 9)
	if part.X.R != 6 || part.X.At(2, 1) != 4 || part.X.NNZ() != 4 || part.Y[1] != 2 {
		t.Errorf("rows 3 to 9: %+v", part.X)
	}
	if err := twoClasses(e, labelIs(3)); err != nil || e.Y[0] != -1 || e.Y[2] != 1 {
		t.Errorf("labels %v, error %v", e.Y, err)
	}
	if err := twoClasses(e, labelIs(5)); err == nil || !strings.Contains(err.Error(), "0 of 21") {
		t.Errorf("error %v for one class", err)
	}
}

// TestRealBinary counts the examples of the sets at hand.
func TestRealBinary(t *testing.T) {
	t.Parallel()
	// Training and test examples, columns, positives among the training examples.
	for name, want := range map[string][4]int{
		"a9a":            {32561, 16281, 123, 7841},
		"connect-4":      {54045, 13512, 126, -1},
		"ijcnn1":         {35000, 91701, 22, -1},
		"mnist":          {60000, 10000, 784, 5949},
		"w8a":            {49749, 14951, 300, 1479},
		"covtype":        {464809, 116203, 54, 226778},
		"covtype-subset": {16000, 4000, 54, -1},
		"sector":         {6412, 3207, 55197, -1},
	} {
		d, err := LoadBinary(t.Context(), name)
		var missing *NotFoundError
		switch {
		case errors.As(err, &missing):
			t.Logf("%s is not at hand", name)
			continue
		case err != nil:
			t.Error(err)
			continue
		}
		positives := 0
		for _, y := range d.Train.Y {
			if y == 1 {
				positives++
			}
		}
		if got := [4]int{d.Train.X.R, d.Test.X.R, d.Train.X.C, positives}; got != want &&
			(want[3] >= 0 || [3]int(got[:3]) != [3]int(want[:3])) {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
}
