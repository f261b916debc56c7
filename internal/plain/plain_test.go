package plain

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                      "",
		"λ = 0.1, “größe” −½ 大": "λ = 0.1, “größe” −½ 大",
		"\x1b[31mred\x1b]0;x\a": `\x1b[31mred\x1b]0;x\a`,
		"a\nproxlab: done\r\tb": `a\nproxlab: done\r\tb`,
		"\x9b31m":               `\x9b31m`, // the same command in eight bits
		"\u009b31m":             `\u009b31m`,
		"\u202egpj.exe":         `\u202egpj.exe`,
		"\x00\x7f":              `\x00\u007f`,
		"\ufffd":                "\ufffd",
		"\U000e0041":            `\udb40\udc41`,
		"cut \xe2\x82":          `cut \xe2\x82`,
		"می\u200cخواهم":         "می\u200cخواهم",
	} {
		if got := Text(in); got != want {
			t.Errorf("%q is shown as %q, not %q", in, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	if s := Cut(strings.Repeat("é", 30), 30); s != strings.Repeat("é", 30) {
		t.Error(s)
	}
	if s := Cut("the cause "+strings.Repeat("é", 1000)+" the remedy", 60); !strings.HasPrefix(s, "the cause é") ||
		!strings.HasSuffix(s, "the remedy") || !strings.Contains(s, "(961 characters)") {
		t.Error(s)
	}
	names := strings.Split(strings.Repeat("x\x1b,", 100), ",")
	if s := List(names); !strings.HasSuffix(s, `x\x1b, and 89 more`) || len(s) > 200 {
		t.Error(s)
	}
	if s := List([]string{"a", "b"}); s != "a, b" {
		t.Error(s)
	}
}

// TestWriter: characters cut by the calls are whole, in all ways to cut.
func TestWriter(t *testing.T) {
	t.Parallel()
	const in, want = "ä\x1b[0m\tλ€😀\n\xff\xe2\x82", "ä\\x1b[0m\tλ€😀\n\\xff\\xe2\\x82"
	for size := 1; size <= len(in); size++ {
		var out bytes.Buffer
		w := &Writer{Below: &out}
		for at := 0; at < len(in); at += size {
			if _, err := w.Write([]byte(in[at:min(at+size, len(in))])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil || out.String() != want {
			t.Errorf("by %d bytes: %q, error %v", size, out.String(), err)
		}
	}
}

type full struct{ left int }

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriterKeepsTheFirstError(t *testing.T) {
	t.Parallel()
	w := &Writer{Below: &full{left: 1}}
	for k := range 3 {
		if _, err := w.Write([]byte("x")); (err != nil) != (k > 0) {
			t.Error(k, err)
		}
	}
	if err := w.Close(); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

func TestCell(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"=1+2": "'=1+2", "@SUM(A1)": "'@SUM(A1)", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "-x": "'-x",
		"＝1": "'＝1", " =1": "' =1", "'=1": "''=1", "-": "'-",
		"-1.5": "-1.5", "+3e-9": "+3e-9", "-Inf": "-Inf", "NaN": "NaN", "a=b": "a=b", "'quoted'": "'quoted'", "": "",
		"−0.5": "−0.5", "\t=1": `\t=1`, "\r": `\r`,
	} {
		if got := Cell(in); got != want {
			t.Errorf("%q becomes %q, not %q", in, got, want)
		}
	}
}

func FuzzCell(f *testing.F) {
	for _, s := range []string{"=1", "'=1", "''", "-1", "\x1b=", " '=x", "٣", "\u202e=", "‘=", "-\xff", "'-5", "'=\xff",
		"\x7f\U000e0041\ufffd"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		cell := Cell(s)
		bare, quoted := strings.CutPrefix(cell, "'")
		if cell != Text(s) && (!quoted || bare != Text(s)) {
			t.Errorf("%q is written as %q", s, cell)
		}
		if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsAny(firstOf(cell), formulas) {
			t.Errorf("%q is a formula as %q", s, cell)
		}
		if !utf8.ValidString(cell) || strings.ContainsFunc(cell, unicode.IsControl) {
			t.Errorf("%q is written as %q", s, cell)
		}
		if Text(cell) != cell {
			t.Errorf("%q is shown as %q the second time", cell, Text(cell))
		}
		var back string
		if text, err := json.Marshal(s); err != nil || json.Unmarshal([]byte(Lines(string(text), 0)), &back) != nil ||
			back != s && utf8.ValidString(s) {
			t.Errorf("%q becomes %q in JSON", s, back)
		}
		var out bytes.Buffer
		if w := (&Writer{Below: &out}); utf8.ValidString(s) {
			if _, err := w.Write([]byte(s)); err != nil || w.Close() != nil || out.String() != Lines(s, 0) {
				t.Errorf("%q is written as %q", s, out.String())
			}
		}
	})
}
