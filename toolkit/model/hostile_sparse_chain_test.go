package model_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// sparseArrays are the arrays of sparseChain, with some in the place of others, and the bytes behind the header.
func sparseArrays(change map[string][]float64) (header, body string) {
	var list []string
	for _, a := range []struct {
		name       string
		rows, cols int
		values     []float64
	}{
		{"transitions", 2, 2, []float64{0, 1, 2, 3}}, {"weights 0", 3, 2, []float64{1, 2, 3, 4, 5, 6}},
		{"weights 1", 2, 2, []float64{1, -1, 2, -2}}, {"support 1 ends", 1, 2, []float64{1, 3}},
		{"support 1 columns", 1, 3, []float64{1, 0, 3}}, {"support 1 values", 1, 3, []float64{2, 1, 0.5}},
	} {
		if v, there := change[a.name]; there {
			a.values = v
		}
		text := numbers(len(a.values), a.values...)
		list, body = append(list, array(a.name, a.rows, a.cols, text)), body+text
	}
	return "[" + strings.Join(list, ",") + "]", "\n" + body
}

// sparseChain has two labels, a linear kernel on an input of three columns, and a Gaussian one on another of four.
func sparseChain(change map[string][]float64) (header fields, body string) {
	arrays, body := sparseArrays(change)
	f := chain.with("version", "3").with("features", "0").with("arrays", arrays)
	return append(f, [2]string{"inputs", "[3,4]"}), body
}

func useSparseChain(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadChain(strings.NewReader(text))
	if err != nil || m.Labels > 1<<8 {
		return err
	}
	var inputs []*linalg.CSR
	for _, g := range m.Groups {
		inputs = append(inputs, linalg.NewCSR(2, g.Input, []int{0, 1, 1}, []int32{0}, []float64{1}))
	}
	if _, err := m.PredictInputs(t.Context(), inputs, []int{0, 2}); err != nil {
		t.Fatalf("a model that was loaded does not predict: %v", err)
	}
	return m.Save(&bytes.Buffer{})
}

func TestHostileSparseChainModels(t *testing.T) {
	t.Parallel()
	good, body := sparseChain(nil)
	if err := useSparseChain(t, good.String()+body); err != nil {
		t.Fatal(err)
	}
	mutate(t, good, body, "norms,objective,inputs", "", useSparseChain)
	for name, values := range map[string][]string{
		"version": {"2", "4"}, "inputs": {"null", "[]", "[3]", "[3,0]", "[3,-4]", "[3,4294967296]", "[3,4,5]"},
		"norms": {"[1,2,3,4]", "[-1,2]"}, "labels": {"0", "3"},
	} {
		for _, v := range values {
			says := name
			if name == "version" || name == "labels" {
				says = ""
			}
			refuse(t, name+" "+v, good.with(name, v).String()+body, says, useSparseChain)
		}
	}
	for says, change := range map[string]map[string][]float64{
		"row 2 of a group's support":          {"support 1 columns": {1, 3, 0}},
		"columns are not ascending up to 4":   {"support 1 columns": {1, 0, 4}},
		"its support has the place 0.5":       {"support 1 columns": {1, 0.5, 3}},
		"its support has the place NaN":       {"support 1 ends": {1, math.NaN()}},
		"its support has the place -1":        {"support 1 ends": {-1, 3}},
		"its parts do not go together":        {"support 1 ends": {1, 2}},
		"row 1 of a group's support ends bef": {"support 1 ends": {4, 3}},
		"or a value is NaN":                   {"support 1 values": {1, math.NaN(), 2}},
		"row 1, column 2 of weights is +Inf":  {"weights 0": {0, math.Inf(1), 0, 0, 0, 0}},
	} {
		header, body := sparseChain(change)
		refuse(t, says, header.String()+body, says, useSparseChain)
	}
}

// TestSparseChainByHand: Save says what is wrong with a model that was put together by hand.
func TestSparseChainByHand(t *testing.T) {
	t.Parallel()
	header, body := sparseChain(nil)
	for says, change := range map[string]func(m *model.Chain){
		"":                                 func(*model.Chain) {},
		"refers to training positions and": func(m *model.Chain) { m.Groups[1].Support = nil },
		"support of a group is of another": func(m *model.Chain) { m.Groups[1].Support.C = 5 },
		"a group has no kernel":            func(m *model.Chain) { m.Groups[1].Input = 0 },
		"norm 1 of its norms is NaN":       func(m *model.Chain) { m.Norms[0] = math.NaN() },
	} {
		m, err := model.LoadChain(strings.NewReader(header.String() + body))
		if err != nil {
			t.Fatal(err)
		}
		change(m)
		saved(t, says, m, m.Save, model.LoadChain, says)
	}
}
