package model_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

var (
	// two labels, two features, three rows of support; a linear and a Gaussian kernel.
	chain = fields{
		{"format", `"proxlab chain model"`}, {"version", "1"}, {"labels", "2"}, {"features", "2"}, {"inputs", "null"},
		{"kernels", `[{"kernel":"linear"},{"kernel":"gaussian","variance":2}]`}, {"norms", "[1,2]"}, {"epochs", "3"},
		{"rounds", "30"}, {"step", "0.1"}, {"objective", "null"}, {"gap", "null"}, {"nanoseconds", "17"},
		{"status", `"converged"`},
		{"arrays", "[" + array("transitions", "float64", 4) + "," + array("support", "float64", 6) + "," +
			array("weights 0", "float64", 4) + "," + array("weights 1", "float64", 6) + "]"},
	}
	behind = "\n" + numbers(4) + numbers(6) + numbers(4) + numbers(6)
)

// numbers are so many, as bytes.
func numbers(n int, special ...float64) string {
	var b bytes.Buffer
	for k := range n {
		v := float64(k) / 2
		if k < len(special) {
			v = special[k]
		}
		_ = binary.Write(&b, binary.LittleEndian, v) // a buffer takes all
	}
	return b.String()
}

// array is one of the list of a container; Sealed has its checksum.
func array(name, of string, length int) string {
	return fmt.Sprintf(`{"name":%q,"type":%q,"length":%d,"sha256":""}`, name, of, length)
}

func useChain(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadChain(strings.NewReader(text))
	if err != nil {
		return err
	}
	if len(m.Groups) > 0 && m.Groups[0].Input > 0 {
		return useSparseChain(t, text)
	}
	if m.Features > 1<<10 || m.Labels > 1<<8 {
		return nil
	}
	x := linalg.NewDense(3, m.Features, nil)
	for j := range x.Data {
		x.Data[j] = float64(j) - 1
	}
	guess, err := m.Predict(t.Context(), x, []int{0, 1, 3})
	if err != nil {
		t.Fatalf("a model that was loaded does not predict: %v", err)
	}
	for _, label := range guess {
		if label < 0 || label >= m.Labels {
			t.Fatalf("labels %v", guess)
		}
	}
	_ = m.Beta()
	return m.Save(&bytes.Buffer{})
}

func TestHostileChainModels(t *testing.T) {
	t.Parallel()
	use := wellSealed(useChain)
	if err := use(t, chain.String()+behind); err != nil {
		t.Fatal(err)
	}
	mutate(t, chain, behind, "inputs,norms,objective,gap", "", use)
	list := chain[len(chain)-1][1]
	for name, values := range map[string][]string{
		"version": {"0", "2", "4"}, "inputs": {"[]", "[1]", "[0,1]", "[1,2]"},
		"labels": {"0", "-1", "3", "4294967296"}, "features": {"0", "3", "9223372036854775807"},
		"norms": {"[1,2,3,4]", "[-1,2]", "[null,2]"}, "epochs": {"-1"}, "rounds": {"-1"}, "step": {"-1"},
		"nanoseconds": {"-1", "1e30"}, "status": {`" "`},
		"kernels": {
			"[]", `[{"kernel":"linear"}]`, `[{"kernel":"linear"},null]`, `[{"kernel":"linear"},{}]`,
			`[{"kernel":"linear"},{"kernel":"cubic"}]`, `[{"kernel":"linear"},{"kernel":"gaussian"}]`,
			`[{"kernel":"linear"},{"kernel":"gaussian","variance":0}]`,
			`[{"kernel":"linear"},{"kernel":"gaussian","variance":-2}]`,
			`[{"kernel":"linear"},{"kernel":"b1-spline","width":0}]`,
			`[{"kernel":"linear","variance":2},{"kernel":"gaussian","variance":2}]`,
			`[{"kernel":"linear","of":[{"kernel":"linear"}]},{"kernel":"gaussian","variance":2}]`,
			`[{"kernel":"linear"},{"kernel":"own"}]`, `[{"kernel":"linear"},{"kernel":"own","gob":"AAAA"}]`,
			`[{"kernel":"linear"},` + strings.Repeat(`{"kernel":"unit-diagonal","of":[`, 40) + `{"kernel":"linear"}` +
				strings.Repeat("]}", 40) + "]",
			`[{"kernel":"linear"},{"kernel":"gaussian","variance":2,"Variance":3}]`,
		},
		"arrays": {
			"[]", strings.Replace(list, "weights 0", "weights 1", 1), strings.Replace(list, `"length":4`, `"length":-4`, 1),
			strings.Replace(list, `"length":`, `"Length":`, 1), strings.Replace(list, "float64", "float32", 1),
			strings.TrimSuffix(list, "]") + "," + array("more", "float64", 0) + "]",
		},
	} {
		for _, v := range values {
			says := name
			if name == "kernels" {
				says = "kernel"
			}
			if name == "kernels" && !strings.Contains(v, ",") {
				says = "it has 4 arrays, and not"
			}
			if name == "arrays" || name == "inputs" {
				says = ""
			}
			refuse(t, name+" "+v, chain.with(name, v).String()+behind, says, use)
		}
	}
	huge := func(length string) string {
		return strings.Replace(chain.String(), `"length":4`, `"length":`+length, 1) + behind
	}
	for what, c := range map[string]struct{ text, says string }{
		"nothing":         {"", "no chain model"},
		"a line":          {chain.String(), "transitions: the file ends"},
		"cut off":         {chain.String() + behind[:len(behind)-1], "weights 1: the file ends"},
		"a byte too many": {chain.String() + behind + "x", "bytes follow"},
		"a huge array":    {huge("4294967296"), "transitions: the file ends"},
		"a huger array":   {huge("9223372036854775807"), "transitions: its length is 9223372036854775807"},
		"another length":  {huge("5"), "no rows for 2 labels"},
		"NaN":             {chain.String() + "\n" + numbers(4, math.NaN()) + behind[33:], "column 1 of transitions is NaN"},
		"an endless line": {"{" + strings.Repeat(" ", 1<<24) + "}", "no chain model"},
	} {
		refuse(t, what, c.text, c.says, use)
	}
	good := model.Sealed(chain.String() + behind)
	head := strings.IndexByte(good, '\n')
	for what, c := range map[string]struct{ text, says string }{
		"no seal":       {chain.String() + behind, "its seal is missing"},
		"a digit":       {strings.Replace(good, `"step":0.1`, `"step":0.2`, 1), "not what was written: step"},
		"a flipped bit": {good[:head+1] + "\x01" + good[head+2:], "transitions: its numbers"},
	} {
		refuse(t, what, c.text, c.says, useChain)
	}
}

// wellSealed takes files with the checksums that go with them, so that what is behind these is tested too.
func wellSealed(use func(testing.TB, string) error) func(testing.TB, string) error {
	return func(t testing.TB, text string) error {
		t.Helper()
		return use(t, model.Sealed(text))
	}
}
