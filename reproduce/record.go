package reproduce

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce/provenance"
)

// System is what a record was made by, and ran on.
type System = provenance.System

// ThisSystem describes the running program and its machine.
func ThisSystem() System { return provenance.ThisSystem() }

// Record is all that a run of a study found. It marshals to JSON; curves, which may hold NaN, are kept as CSV beside
// it.
type Record struct {
	Study   string    `json:"study"`
	Version int       `json:"version,omitempty"` // of the study's computation; 0 in records from before it was kept
	Scale   Scale     `json:"scale"`
	Seed    uint64    `json:"seed"`
	Tasks   int       `json:"tasks,omitempty"` // that were done; 0 in records from before there were tasks
	Seconds float64   `json:"seconds"`         // that they took, added up, whenever and wherever they ran
	Started time.Time `json:"started"`
	Partial bool      `json:"partial,omitempty"` // interrupted: rows are missing
	Config  Config    `json:"config"`
	System  System    `json:"system"`
	Times   []string  `json:"times,omitempty"` // names of values that are times: see Study.Times
	Tables  []Table   `json:"tables"`
	Claims  []Claim   `json:"claims"`
	Curves  []Curve   `json:"-"`
}

// Table is a table of the record.
type Table struct {
	ID    string `json:"id"`
	Mode  Mode   `json:"mode"`
	Title string `json:"title"`
	Rows  []Row  `json:"rows"`
}

// Row is a row of a table with the data it came from. Values are numbers, strings and lists of them; NaN becomes null.
type Row struct {
	ID     string
	Data   datasets.Source
	Values Values
}

// Values are a row's, by their keys.
type Values map[string]any

// MarshalJSON writes id, data and the values side by side.
func (r Row) MarshalJSON() ([]byte, error) {
	m := map[string]any{"id": r.ID, "data": r.Data}
	for k, v := range r.Values {
		if _, taken := m[k]; taken {
			return nil, fmt.Errorf("row %s: a value may not be called %q", r.ID, k)
		}
		m[k] = jsonable(v)
	}
	return json.Marshal(m)
}

// jsonable replaces what JSON lacks by null.
func jsonable(v any) any {
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	case []float64:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = jsonable(x)
		}
		return out
	}
	return v
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (r *Row) UnmarshalJSON(text []byte) error {
	var head struct {
		ID   string          `json:"id"`
		Data datasets.Source `json:"data"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}
	values := Values{}
	if err := json.Unmarshal(text, &values); err != nil {
		return err
	}
	maps.DeleteFunc(values, func(k string, _ any) bool { return k == "id" || k == "data" })
	*r = Row{ID: head.ID, Data: head.Data, Values: values}
	return nil
}

// Number returns a value of the row, NaN where there is none.
func (r Row) Number(key string) float64 {
	switch v := r.Values[key].(type) {
	case float64:
		return v
	case int:
		return float64(v)
	}
	return math.NaN()
}

// Text returns a text of the row, "" where there is none.
func (r Row) Text(key string) string {
	s, _ := r.Values[key].(string)
	return s
}

// Texts returns a list of texts of the row, nil where there is none.
func (r Row) Texts(key string) []string {
	switch v := r.Values[key].(type) {
	case []string:
		return v
	case []any:
		var out []string
		for _, x := range v {
			s, _ := x.(string)
			out = append(out, s)
		}
		return out
	}
	return nil
}

// Status says why a row has no numbers, "" where it has.
func (r Row) Status() string { return r.Text(statusKey) }

// The keys that the frame fills.
const (
	statusKey     = "status"
	processorsKey = "processors" // the models on which the row's times were measured; none where it has no times
)

// Numbers returns a list of the row, nil where there is none; null becomes NaN.
func (r Row) Numbers(key string) []float64 {
	switch v := r.Values[key].(type) {
	case []float64:
		return v
	case []any:
		out := make([]float64, len(v))
		for i, x := range v {
			f, ok := x.(float64)
			if !ok {
				f = math.NaN()
			}
			out[i] = f
		}
		return out
	}
	return nil
}

// Table returns a table of the record by its id, nil where there is none.
func (r *Record) Table(id string) *Table {
	if i := slices.IndexFunc(r.Tables, func(t Table) bool { return t.ID == id }); i >= 0 {
		return &r.Tables[i]
	}
	return nil
}

// Row returns a row of the table by its id; ok is false where there is none.
func (t *Table) Row(id string) (row Row, ok bool) {
	if t == nil {
		return Row{}, false
	}
	i := slices.IndexFunc(t.Rows, func(r Row) bool { return r.ID == id })
	if i < 0 {
		return Row{}, false
	}
	return t.Rows[i], true
}

// Curve is a named set of columns of equal length.
type Curve struct {
	ID      string
	Columns []string
	Values  [][]float64 // one slice a column
}

// Column returns a column by its name, nil where there is none.
func (c *Curve) Column(name string) []float64 {
	if i := slices.Index(c.Columns, name); i >= 0 {
		return c.Values[i]
	}
	return nil
}

// Curve returns a curve of the record by its id, nil where there is none.
func (r *Record) Curve(id string) *Curve {
	if i := slices.IndexFunc(r.Curves, func(c Curve) bool { return c.ID == id }); i >= 0 {
		return &r.Curves[i]
	}
	return nil
}
