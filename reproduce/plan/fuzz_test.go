package plan

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// shaped is a result with a shape: what the results of the studies are made of, and a condition of its own.
type shaped struct {
	Name    string
	Columns map[string][]float64
	Nested  [][]int
	Inner   struct{ Gap, Best float64 }
	Maybe   *float64
}

// Check wants columns of one length.
func (s shaped) Check() error {
	for k, c := range s.Columns {
		if len(c) != len(s.Nested) {
			return fmt.Errorf("column %s has %d of %d values", k, len(c), len(s.Nested))
		}
	}
	return nil
}

// shapedTask is a plan of one task that gives a shaped result of three rows.
func shapedTask() (*Plan, *task, shaped) {
	want := shaped{
		Name: "λ \"1\"", Columns: map[string][]float64{"a": {1, math.NaN(), -0.5}, "b": {1e-300, math.Inf(-1), 3}},
		Nested: [][]int{{1, 2}, {}, nil},
	}
	want.Inner.Gap = 1e-9
	p := New("shaped", 1)
	r := Add(p, Task{Key: "one"}, func(context.Context) (shaped, error) { return want, nil })
	r.Checked(func(v shaped) error {
		if len(v.Nested) != 3 {
			return fmt.Errorf("%d rows of 3", len(v.Nested))
		}
		return nil
	})
	return p, r.of, want
}

// seal appends the checksum of a line to it.
func seal(line []byte) []byte {
	sum := sha256.Sum256(line)
	return fmt.Appendf(bytes.Clone(line), "\n{\"sha256\":\"%s\"}\n", hex.EncodeToString(sum[:]))
}

// FuzzResultFile reads anything as the file of a result, with its own checksum or a right one: it is believed only
// where it holds the very text that is written of what was read; and nothing panics.
func FuzzResultFile(f *testing.F) {
	p, t, want := shapedTask()
	dir := &folder{dir: f.TempDir()}
	if err := p.Run(f.Context(), Options{Folder: dir.dir}); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(dir.path(t))
	if err != nil {
		f.Fatal(err)
	}
	line, _, _ := bytes.Cut(good, []byte{'\n'})
	f.Add(good, false)
	f.Add(line, true)
	for _, other := range []string{"", "{}", "null", "[]", "{\"format\":1}", "\x00\n{}", "{}\n{\"sha256\":null}\n"} {
		f.Add([]byte(other), true)
		f.Add([]byte(other), false)
	}
	f.Fuzz(func(ft *testing.T, text []byte, sealed bool) {
		if sealed {
			text = seal(text)
		}
		found, err := t.read(text)
		if err != nil {
			return
		}
		v, ok := found.value.(shaped)
		if !ok || len(v.Nested) != len(want.Nested) || len(v.Columns["a"]) != 3 && len(v.Columns["a"]) != 0 {
			ft.Fatalf("%q is read as %+v", text, found.value)
		}
		again, err := encode(v)
		if err != nil || !bytes.Contains(text, again) {
			ft.Fatalf("%q is read as what is written %q, error %v", text, again, err)
		}
	})
}

// TestFaultDamagedShapes writes results of other shapes with a checksum that is right: each is refused with a reason.
func TestFaultDamagedShapes(t *testing.T) {
	t.Parallel()
	_, of, want := shapedTask()
	result, err := encode(want)
	if err != nil {
		t.Fatal(err)
	}
	replace := func(old, with string) string {
		if !bytes.Contains(result, []byte(old)) {
			t.Fatalf("%s has no %s", result, old)
		}
		return string(bytes.Replace(result, []byte(old), []byte(with), 1))
	}
	whole := func(result string) []byte {
		head, err := encode(resultFile{format, of.key, of.format.text, Made{}, []byte(`"here"`)})
		if err != nil {
			t.Fatal(err)
		}
		return seal(bytes.Replace(head, []byte(`"here"`), []byte(result), 1))
	}
	for _, c := range []struct{ result, says string }{
		{string(result), ""},
		{"{}", "is not what this program writes"},
		{"null", "is not what this program writes"},
		{"[]", "shaped"},
		{"17", "shaped"},
		{replace(`"Name":`, `"Named":`), "unknown object member"},
		{replace(`"Maybe":null`, `"Name":"again"`), "duplicate object member"},
		{replace(`,"Maybe":null`, ``), "is not what this program writes"},
		{replace(`"Gap":1e-9`, `"Gap":null`), "is not what this program writes"},
		{replace(`"Gap":1e-9`, `"Gap":"1e-9"`), "is no number"},
		{replace(`"Gap":1e-9`, `"Gap":[1e-9]`), "Gap"},
		{replace(`"Gap":1e-9`, `"Gap":1e999`), "Gap"},
		{replace(`[1,"NaN",-0.5]`, `[1,"NaN"]`), "column a has 2 of 3"},
		{replace(`[[1,2],[],null]`, `[[1,2],[]]`), "of 2 values"},
		{`{"Name":"","Columns":{},"Nested":[[]],"Inner":{"Gap":0,"Best":0},"Maybe":null}`, "1 rows of 3"},
		{replace(`"Name":`, `"Name" :`), "is not what this program writes"},
	} {
		_, err := of.read(whole(c.result))
		if says := fmt.Sprint(err); c.says == "" && err != nil || c.says != "" && !strings.Contains(says, c.says) {
			t.Errorf("%s: error %v does not say %q", c.result, err, c.says)
		}
	}
}
