package sweep

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/figures/table"
)

// Table shows every result there is, one a line: the setting, then what was found.
func (r *Results[S, R]) Table() table.Table { return r.Over() }

// Over shows means over the settings that differ in the named fields alone, such as seeds, with their standard
// deviations and their number. What is no number is shown where all have the same. It panics at a field that settings
// do not have.
func (r *Results[S, R]) Over(fields ...string) table.Table {
	settings, results := fieldsOf[S](), fieldsOf[R]()
	for _, f := range fields {
		if !slices.Contains(settings, f) {
			panic(fmt.Sprintf("sweep: settings have no field %s; they have %s", f, strings.Join(settings, ", ")))
		}
	}
	t := table.Table{ID: r.Name, Title: r.Name}
	settings = slices.DeleteFunc(settings, func(f string) bool { return slices.Contains(fields, f) })
	for _, f := range settings {
		t.Columns = append(t.Columns, table.Column{Title: f, Right: isNumber[S](f)})
	}
	for _, f := range results {
		t.Columns = append(t.Columns, table.Column{Title: f, Right: isNumber[R](f)})
	}
	if len(fields) > 0 {
		t.Columns = append(t.Columns, table.Column{Title: "runs", Right: true})
	}
	for _, group := range r.groups(settings) {
		var line []string
		for _, f := range settings {
			line = append(line, text(reflect.ValueOf(r.Settings[group[0]]).FieldByName(f)))
		}
		for _, f := range results {
			line = append(line, r.summary(group, f))
		}
		if len(fields) > 0 {
			line = append(line, strconv.Itoa(len(group)))
		}
		t.Rows = append(t.Rows, line)
	}
	if done := r.Done(); done < len(r.Settings) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of %d results are there.", done, len(r.Settings)))
	}
	return t
}

// groups collects the results there are by what their settings have in some fields, in order.
func (r *Results[S, R]) groups(fields []string) (out [][]int) {
	at := map[string]int{}
	for i, s := range r.Settings {
		if _, ok := r.Get(i); !ok {
			continue
		}
		var key strings.Builder
		for _, f := range fields {
			fmt.Fprintf(&key, "%#v\x00", reflect.ValueOf(s).FieldByName(f).Interface())
		}
		k, there := at[key.String()]
		if !there {
			k = len(out)
			at[key.String()] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], i)
	}
	return out
}

// summary writes one field of a group of results: the value of one, the mean and deviation of several.
func (r *Results[S, R]) summary(group []int, field string) string {
	var numbers []float64
	var texts []string
	for _, i := range group {
		result, _ := r.Get(i)
		v := reflect.ValueOf(result).FieldByName(field)
		texts = append(texts, text(v))
		if x, ok := number(v); ok {
			numbers = append(numbers, x)
		}
	}
	switch {
	case len(group) == 1 || len(slices.Compact(slices.Clone(texts))) == 1:
		return texts[0]
	case len(numbers) < len(group):
		return "…"
	}
	return table.PlusMinus(stat.MeanStdDev(numbers, nil))
}

func fieldsOf[T any]() (names []string) {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("sweep: %v is no struct, whose fields could be columns", t))
	}
	for i := range t.NumField() {
		names = append(names, t.Field(i).Name)
	}
	return names
}

func isNumber[T any](field string) bool {
	f, _ := reflect.TypeFor[T]().FieldByName(field)
	return f.Type.ConvertibleTo(reflect.TypeFor[float64]()) && f.Type.Kind() != reflect.String
}

// number returns what can be averaged.
func number(v reflect.Value) (float64, bool) {
	switch {
	case v.CanFloat():
		return v.Float(), true
	case v.CanInt():
		return float64(v.Int()), true
	case v.CanUint():
		return float64(v.Uint()), true
	}
	return 0, false
}

func text(v reflect.Value) string {
	if v.CanFloat() {
		return table.Short(v.Float())
	}
	return fmt.Sprint(v.Interface())
}
