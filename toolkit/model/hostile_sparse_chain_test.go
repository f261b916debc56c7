package model_test

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// sparseChain has two labels, a linear kernel on an input of three columns, and a Gaussian one on another of four; some
// of its arrays may be others.
func sparseChain(change map[string]any) (header fields, body string) {
	var list []string
	for _, a := range []struct {
		name   string
		values any
	}{
		{"transitions", []float64{0, 1, 2, 3}}, {"weights 0", []float64{1, 2, 3, 4, 5, 6}},
		{"weights 1", []float64{1, -1, 2, -2}}, {"support 1 rows", []int64{0, 1, 3}},
		{"support 1 columns", []int32{1, 0, 3}}, {"support 1 values", []float64{2, 1, 0.5}},
	} {
		if v, there := change[a.name]; there {
			a.values = v
		}
		v := reflect.ValueOf(a.values)
		list, body = append(list, array(a.name, v.Type().Elem().String(), v.Len())), body+packed(a.values)
	}
	return chain.with("inputs", "[3,4]", "features", "0", "arrays", "["+strings.Join(list, ",")+"]"), "\n" + body
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
	use := wellSealed(useSparseChain)
	if err := use(t, good.String()+body); err != nil {
		t.Fatal(err)
	}
	mutate(t, good, body, "norms,objective,gap,inputs", "", use)
	for name, values := range map[string][]string{
		"version": {"2", "4"}, "inputs": {"null", "[]", "[3]", "[3,0]", "[3,-4]", "[3,4294967296]", "[3,4,5]"},
		"norms": {"[1,2,3,4]", "[-1,2]"}, "labels": {"0", "3"},
	} {
		for _, v := range values {
			says := name
			if name == "version" || name == "labels" || v == "null" {
				says = ""
			}
			refuse(t, name+" "+v, good.with(name, v).String()+body, says, use)
		}
	}
	for says, change := range map[string]map[string]any{
		"row 2 of a group's support":          {"support 1 columns": []int32{1, 3, 0}},
		"columns are not ascending up to 4":   {"support 1 columns": []int32{1, 0, 4}},
		"are not ascending up to 4, or":       {"support 1 columns": []int32{1, -1, 3}},
		"and not \"support 1 columns\" of":    {"support 1 columns": []int64{1, 0, 3}},
		"its parts do not go together":        {"support 1 rows": []int64{0, 1, 2}},
		"is of another input":                 {"support 1 rows": []int64{}},
		"or its parts do not":                 {"support 1 rows": []int64{-1, 1, 3}},
		"row 1 of a group's support ends bef": {"support 1 rows": []int64{0, 4, 3}},
		"row 1 of a group's support ends":     {"support 1 rows": []int64{0, -4, 3}},
		"or a value is NaN":                   {"support 1 values": []float64{1, math.NaN(), 2}},
		"row 1, column 2 of weights is +Inf":  {"weights 0": []float64{0, math.Inf(1), 0, 0, 0, 0}},
	} {
		header, body := sparseChain(change)
		refuse(t, says, header.String()+body, says, use)
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
		m, err := model.LoadChain(strings.NewReader(model.Sealed(header.String() + body)))
		if err != nil {
			t.Fatal(err)
		}
		change(m)
		saved(t, says, m, m.Save, model.LoadChain, says)
	}
}
