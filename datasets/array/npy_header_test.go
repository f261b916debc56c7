package array_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// npyFile is a file of a header, as it is, and bytes.
func npyFile(head string, body []byte) []byte {
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	_ = binary.Write(&b, binary.LittleEndian, uint16(len(head))) // a buffer takes all
	b.WriteString(head)
	b.Write(body)
	return b.Bytes()
}

// TestHeadersOfNumPy: what NumPy refuses is refused, and what it takes in other forms than its own is taken.
func TestHeadersOfNumPy(t *testing.T) {
	t.Parallel()
	const good = "{'descr': '|b1', 'fortran_order': False, 'shape': (2, 2), }"
	for _, c := range []struct{ old, now, says string }{
		{"", "", ""},
		{", }", "}", ""},
		{"{'descr': '|b1', ", "\t{ \"descr\":'|b1' ,\n", ""},
		{"'|b1'", "\"<b1\"", ""},
		{"'|b1', 'fortran_order': False, 'shape': (2, 2)", "'=u1', 'shape':(2,2,), 'fortran_order': False", ""},
		{", }", ", }  \n", ""},
		{"|b1", "xb1", `the type "xb1"`},
		{"|b1", "b1", `the type "b1"`},
		{"|b1", "|b", `the type "|b"`},
		{"|b1", "<f08", `the type "<f08"`},
		{"(2, 2)", "(2, , 2)", "the shape (2, , 2) is none"},
		{"(2, 2)", "(2,,2)", "the shape (2,,2) is none"},
		{"(2, 2)", "(2, 2,,)", "is none"},
		{"(2, 2)", "(4)", "of one dimension it is (4,)"},
		{"(2, 2)", "(,)", "is none"},
		{"(2, 2)", "(02, 2)", "is none"},
		{"(2, 2)", "(+2, 2)", "is none"},
		{"(2, 2)", "(-2, -2)", "is none"},
		{"(2, 2)", "(2 2)", "is none"},
		{"(2, 2)", "(2, 2.)", "is none"},
		{"(2, 2)", "[2, 2]", "not understood"},
		{"(2, 2)", "(2, 2", "not understood"},
		{"'shape'", "'descr': '|b1', 'shape'", "not understood"},
		{"'shape'", "'shape': (4, 1), 'shape'", "not understood"},
		{"'shape'", "'fortran_order': True, 'shape'", "not understood"},
		{"'shape'", "'more': True, 'shape'", "not understood"},
		{"'shape'", "shape", "not understood"},
		{"'shape'", "'shape", "not understood"},
		{"False", "false", "not understood"},
		{"False", "TrueFalse", "not understood"},
		{"False", "0", "not understood"},
		{"False", "'False'", "not understood"},
		{"False", "Falsehood", "not understood"},
		{"False, ", "False ", "not understood"},
		{"'descr': '|b1', ", "", "not understood"},
		{"'|b1'", "[('a', '|b1')]", "not understood"},
		{", }", ", } x", "not understood"},
		{", }", ", }, {}", "not understood"},
		{", }", ",, }", "not understood"},
		{"{", "{,", "not understood"},
		{"{", "", "not understood"},
		{good, "", "not understood"},
	} {
		path := written(t, "a.npy", npyFile(strings.Replace(good, c.old, c.now, 1), []byte{1, 0, 0, 1}))
		f, err := datasets.ReadFrame(t.Context(), path, datasets.FrameOptions{NoTarget: true})
		switch {
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s for %s: error %v, which does not say %s", c.now, c.old, err, c.says)
		case c.says == "" && err != nil:
			t.Errorf("%s for %s: %v", c.now, c.old, err)
		case c.says == "" && f.X.(*linalg.Dense).At(1, 1)+f.X.(*linalg.Dense).At(0, 0) != 2:
			t.Errorf("%s for %s: %v", c.now, c.old, f.X)
		}
	}
	text := strings.NewReplacer("|b1", "|S3", "(2, 2)", "()").Replace(good)
	for what, c := range map[string]struct {
		content []byte
		says    string
	}{
		"a boolean 7":       {npyFile(good, []byte{1, 0, 7, 1}), "number 3 is 7, which is no boolean"},
		"version 1.1":       {[]byte("\x93NUMPY\x01\x01" + string(npyFile(good, []byte{1, 0, 0, 1})[8:])), "no .npy array"},
		"a text cut off":    {npyFile(text, []byte("cs")), "2 bytes follow the header where 3 are due"},
		"a text and a half": {npyFile(text, []byte("csrcs")), "5 bytes follow the header where 3 are due"},
		"a text of nothing": {npyFile(strings.Replace(text, "S3", "Sx", 1), []byte("csr")), `the type "|Sx"`},
	} {
		path := written(t, "a.npy", c.content)
		if _, err := datasets.ReadFrame(t.Context(), path, datasets.FrameOptions{NoTarget: true}); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, which does not say %s", what, err, c.says)
		}
	}
}
