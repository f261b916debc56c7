package array

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadSVMLight(t *testing.T) {
	t.Parallel()
	text := "+1 1:0.5 3:-2e-3 # first\n\n# a comment\n-1\n0 2:1.25\t\r\n1.5 7:1"
	e, err := ReadSVMLight(t.Context(), strings.NewReader(text), "f", 5)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]float64{1, -1, 0, 1.5}, e.Y); d != "" {
		t.Error(d)
	}
	if e.X.R != 4 || e.X.C != 7 || e.X.NNZ() != 4 || e.X.At(0, 0) != 0.5 || e.X.At(0, 2) != -2e-3 ||
		e.X.At(2, 1) != 1.25 || e.X.At(3, 6) != 1 {
		t.Errorf("matrix %+v", e.X)
	}
	q, err := ReadSVMLight(t.Context(), strings.NewReader("1 qid:3 1:1\n2 qid:3\n0 qid:-9 2:1\n"), "f", 0)
	if err != nil || !cmp.Equal(q.QID, []int64{3, 3, -9}) {
		t.Errorf("qids %v, error %v", q, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = ReadSVMLight(ctx, strings.NewReader(strings.Repeat("1\n", 2048)), "f", 0)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after cancellation", err)
	}
}

func TestReadSVMLightRejectsBadInput(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, text, want string }{
		{"empty", "", "no examples"},
		{"comments alone", "# nothing\n", "no examples"},
		{"index 0", "1 0:1\n", "f:1: field 2: index 0: indices begin with 1"},
		{"descending", "1 1:1\n1 3:1 2:1\n", "f:2: field 3: index 2 comes after index 3"},
		{"twice", "1 2:1 2:1\n", "f:1: field 3: index 2 stands there twice"},
		{"NaN", "1 1:nan\n", `f:1: field 2: "nan" is no value: the value is missing: leave the example out, or fill it in`},
		{"infinite", "1 1:Inf\n", `"Inf" is no value: it is infinite`},
		{"too large for a number", "1 1:1e999\n", `"1e999" is no value: it is larger than`},
		{"a decimal comma", "1 1:59,0\n", `"59,0" is no value: it has a comma: decimals have a point, thousands nothing`},
		{"thousands", "1,234.5 1:1\n", `"1,234.5" is no label: it has a comma`},
		{"a word", "1 1:x\n", `"x" is no value: a finite number is due`},
		{"a NaN label", "nan 1:1\n", `f:1: field 1: "nan" is no label`},
		{"no label", "1:1\n", `f:1: field 1: "1:1" is no label`},
		{"cut within a pair", "1 1:1\n1 2:", `f:2: field 2: "" is no value`},
		{"cut after an index", "1 1:1\n1 2", `f:2: field 2: "2" is not index:value`},
		{"text", "1 one:1\n", `"one:1" is not index:value`},
		{"a huge index", "1 99999999999:1\n", "is larger than"},
		{"hexadecimal", "1 1:0x1p3\n", "is no value"},
		{"a qid of text", "1 qid:a 1:1\n", `"qid:a" is no qid`},
		{"a qid missing", "1 qid:1 1:1\n1 1:1\n", "f:2: field 2: a qid is missing"},
		{"a qid too many", "1 1:1\n1 qid:1 1:1\n", "f:2: field 2: a qid, where"},
		{"a line without end", strings.Repeat("1", svmlightLine+1), "f:1: the line is longer"},
	} {
		_, err := ReadSVMLight(t.Context(), strings.NewReader(c.text), "f", 0)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, not %q", c.what, err, c.want)
		}
	}
}

func FuzzReadSVMLight(f *testing.F) {
	f.Add("+1 1:0.5 3:-2e-3 # first\n-1\n")
	f.Add("1 qid:3 1:1\n2 qid:3\n")
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ReadSVMLight(t.Context(), strings.NewReader(text), "fuzz", 0)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := WriteSVMLight(&out, e); err != nil {
			t.Fatal(err)
		}
		again, err := ReadSVMLight(t.Context(), &out, "again", 0)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(e, again); d != "" {
			t.Fatalf("written and read again:\n%s", d)
		}
	})
}
