package model_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

var (
	kernels = fields{
		{"format", `"proxlab kernels model"`}, {"version", "1"}, {"weights", "[0.5,0]"}, {"alpha", "[1,2,3]"},
		{"norms", "[1,0]"}, {"objective", "0.5"}, {"gap", "1e-9"}, {"iterations", "3"}, {"status", `"converged"`},
	}
	// two labels, two features, three rows of support; a linear and a Gaussian kernel.
	chain = fields{
		{"format", `"proxlab chain model"`}, {"version", "2"}, {"labels", "2"}, {"features", "2"},
		{"kernels", `[{"kernel":"linear"},{"kernel":"gaussian","variance":2}]`}, {"norms", "[1,2]"}, {"epochs", "3"},
		{"rounds", "30"}, {"step", "0.1"}, {"objective", "null"}, {"nanoseconds", "17"}, {"status", `"converged"`},
		{"arrays", "[" + array("transitions", 2, 2, numbers(4)) + "," + array("support", 3, 2, numbers(6)) + "," +
			array("weights 0", 2, 2, numbers(4)) + "," + array("weights 1", 3, 2, numbers(6)) + "]"},
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

func array(name string, rows, cols int, text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf(`{"name":%q,"rows":%d,"cols":%d,"sha256":%q}`, name, rows, cols, hex.EncodeToString(sum[:]))
}

func useKernels(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadKernels(strings.NewReader(text))
	if err != nil {
		return err
	}
	var cross []*linalg.Dense
	for range m.Weights {
		cross = append(cross, linalg.NewDense(2, len(m.Alpha), nil))
	}
	if len(cross) < 1<<10 {
		if _, err := m.Predict(cross); err != nil {
			t.Fatalf("a model that was loaded does not predict: %v", err)
		}
	}
	return nil
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

func TestHostileKernelsModels(t *testing.T) {
	t.Parallel()
	if err := useKernels(t, kernels.String()); err != nil {
		t.Fatal(err)
	}
	mutate(t, kernels, "", "", "", useKernels)
	for name, values := range map[string][]string{
		"version": {"0", "2", "-1"}, "weights": {"[]", "[1]", "[1,null]", `[1,"NaN"]`, "[1,2,3]"}, "alpha": {"[]", "[null]"},
		"norms": {"[1]", "[1,-1]", "[1,2,3]", "[1,1e999]"}, "iterations": {"-1"}, "status": {`"done"`},
	} {
		for _, v := range values {
			refuse(t, name+" "+v, kernels.with(name, v).String(), name, useKernels)
		}
	}
	refuse(t, "a byte too many", kernels.String()+"1", "no kernels model", useKernels)
}

func TestHostileChainModels(t *testing.T) {
	t.Parallel()
	if err := useChain(t, chain.String()+behind); err != nil {
		t.Fatal(err)
	}
	mutate(t, chain, behind, "norms,objective", "", useChain)
	for name, values := range map[string][]string{
		"version": {"0", "1", "4"}, "labels": {"0", "-1", "3", "4294967296"}, "features": {"0", "3", "9223372036854775807"},
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
		"arrays": {"[]", strings.Replace(chain[12][1], "weights 0", "weights 1", 1),
			strings.Replace(chain[12][1], `"rows":2`, `"rows":-2`, 1), strings.Replace(chain[12][1], `"rows":`, `"Rows":`, 1)},
	} {
		for _, v := range values {
			says := name
			if name == "kernels" {
				says = "kernel"
			}
			if name == "arrays" {
				says = ""
			}
			refuse(t, name+" "+v, chain.with(name, v).String()+behind, says, useChain)
		}
	}
	huge := strings.Replace(chain.String(), `"rows":2,"cols":2`, `"rows":4294967296,"cols":4294967296`, 1)
	nan := numbers(4, math.NaN())
	with := chain.with("arrays", strings.Replace(chain[12][1], array("transitions", 2, 2, numbers(4)),
		array("transitions", 2, 2, nan), 1)).String()
	for what, c := range map[string]struct{ text, says string }{
		"nothing":           {"", "no chain model"},
		"a line":            {chain.String(), "transitions: the file ends"},
		"cut off":           {chain.String() + behind[:len(behind)-1], "weights 1: the file ends"},
		"a byte too many":   {chain.String() + behind + "x", "bytes follow"},
		"a flipped bit":     {chain.String() + "\n\x01" + behind[2:], "transitions: its numbers"},
		"a huge array":      {huge + behind, "transitions: it is 4294967296"},
		"NaN":               {with + "\n" + nan + behind[33:], "row 1, column 1 of transitions is NaN"},
		"an endless line":   {"{" + strings.Repeat(" ", 1<<24) + "}", "no chain model"},
		"version 1, cut":    {"proxlab chain model 1\n", "damaged"},
		"version 1, zeros":  {"proxlab chain model 1\n" + strings.Repeat("\x00", 100), "damaged"},
		"version 1, nil":    {gobbed(t, &model.Chain{}), "damaged"},
		"version 1, shapes": {gobbed(t, v1(kernel.Linear{}, 1<<62, 4, nil)), "support"},
		"version 1, kernel": {gobbed(t, v1(kernel.UnitDiagonal{}, 1, 1, []float64{1})), "a kernel is missing"},
		"version 1, width":  {gobbed(t, v1(kernel.Gaussian{}, 1, 1, []float64{1})), "a positive one is due"},
		"version 1, none":   {gobbed(t, v1(kernel.Average{}, 1, 1, []float64{1})), "average of no kernels"},
		"version 1, NaN":    {gobbed(t, v1(kernel.Linear{}, 1, 1, []float64{math.NaN()})), "support rows is NaN"},
		"version 1, more":   {gobbed(t, v1(kernel.Linear{}, 1, 1, []float64{1})) + "x", "bytes follow"},
	} {
		refuse(t, what, c.text, c.says, useChain)
	}
	if err := useChain(t, gobbed(t, v1(kernel.Linear{}, 1, 1, []float64{1}))); err != nil {
		t.Error(err)
	}
}

// v1 is a model of one label with a kernel and its support.
func v1(k kernel.Kernel, rows, cols int, support []float64) *model.Chain {
	return &model.Chain{
		Labels: 1, Features: cols, Support: &linalg.Dense{R: rows, C: cols, Data: support},
		Transitions: linalg.NewDense(1, 1, nil), Status: solver.Converged,
		Groups: []model.ChainGroup{{Kernel: k, Weights: linalg.NewDense(1, 1, nil)}},
	}
}

// gobbed is a model as version 1 had it.
func gobbed(t testing.TB, m *model.Chain) string {
	b := bytes.NewBufferString("proxlab chain model 1\n")
	if err := gob.NewEncoder(b).Encode(m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
