// Package compare judges methods by what runs of them gave, on several data sets and over several seeds: means with
// their intervals, paired differences, ranks, profiles of performance and of time, a figure of each, and in words what
// the runs decide and how many more would decide the rest. The runs are those of a sweep, or of any plan whose keys and
// results are structs: Results.Kept of package sweep, or plan.ReadKept of a folder.
package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/reproduce/evidence"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// Roles say which fields of settings and results are what.
type Roles struct {
	// Method and Over are fields of settings, several with commas between them: what is compared, and what tells
	// replications apart; Method and Seed where they are "". Runs of one value of Over have the same draws: they are
	// paired. All other fields that differ name the data set.
	Method, Over string
	// Measure is the field of results that is compared; where it is "" they must have one number alone. Higher says that
	// more of it is better.
	Measure string
	Higher  bool
	// Reference is the method that the others are compared with; where it is "", the one of the best mean rank.
	Reference string
	// Planned is a number of replications that was planned before any was seen, where more are added since those did not
	// decide; 0 where the number was planned and is never raised.
	Planned evidence.From
	// Time and Gap are fields of results, numbers or lists: at each Time the gap was Gap. A run is solved where that is
	// Target or less. They are for profiles of time.
	Time, Gap string
	Target    float64
}

// field is a field of a setting or a result, as JSON.
type field struct {
	name string
	text json.RawMessage
}

// fieldsOf are the fields of an object of JSON, in order; nil where it is none.
func fieldsOf(text []byte) (out []field) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		var f field
		if err == nil {
			err = d.Decode(&f.text)
		}
		if err != nil {
			return nil
		}
		f.name = name.(string) //nolint:errcheck,forcetypeassert // the keys of objects are strings
		out = append(out, f)
	}
	return out
}

// String is what a field says: a text without its quotes.
func (f field) String() string {
	var s string
	if json.Unmarshal(f.text, &s) == nil {
		return s
	}
	return string(f.text)
}

// number reads a number as plans write it: NaN and the infinities are texts.
func number(text []byte) (float64, bool) {
	v, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64)
	quoted := len(text) > 0 && text[0] == '"'
	return v, err == nil && (!quoted || math.IsNaN(v) || math.IsInf(v, 0))
}

// numbers reads a number, or a list of them.
func (f field) numbers() ([]float64, bool) {
	if v, ok := number(f.text); ok {
		return []float64{v}, true
	}
	var list []json.RawMessage
	if json.Unmarshal(f.text, &list) != nil {
		return nil, false
	}
	out := make([]float64, len(list))
	for i, text := range list {
		v, ok := number(text)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

func named(fields []field, name string) (field, bool) {
	i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	if i < 0 {
		return field{}, false
	}
	return fields[i], true
}

// kept is a result with its setting.
type kept struct {
	setting, result []field
	processor       string
}

// read takes settings and results apart; other tasks of a plan, which have no such fields, are left out.
func (r Roles) read(all []plan.Kept) (out []kept, other []string) {
	for _, k := range all {
		x := kept{fieldsOf(k.Key), fieldsOf(k.Result), k.Made.Processor}
		if r.fit(x) {
			out = append(out, x)
			continue
		}
		for _, f := range slices.Concat(x.setting, x.result) {
			if !slices.Contains(other, f.name) {
				other = append(other, f.name)
			}
		}
	}
	return out, other
}

// fit tells whether a setting and its result have the fields that are named.
func (r Roles) fit(k kept) bool {
	for _, name := range append(strings.Split(r.Method, ","), strings.Split(r.Over, ",")...) {
		if _, ok := named(k.setting, name); !ok {
			return false
		}
	}
	for _, name := range []string{r.Measure, r.Time, r.Gap} {
		if name == "" {
			continue
		}
		if f, ok := named(k.result, name); !ok {
			return false
		} else if _, ok := f.numbers(); !ok {
			return false
		}
	}
	return true
}

// measure is the field of results that is meant where none is named.
func measure(all []plan.Kept) (string, error) {
	var names []string
	for _, k := range all {
		for _, f := range fieldsOf(k.Result) {
			if _, ok := number(f.text); ok && !slices.Contains(names, f.name) {
				names = append(names, f.name)
			}
		}
	}
	if len(names) != 1 {
		return "", fmt.Errorf("name the measure: results have the numbers %s", strings.Join(names, ", "))
	}
	return names[0], nil
}

// label joins what some fields of a setting say.
func label(setting []field, names []string) string {
	var out []string
	for _, name := range names {
		f, _ := named(setting, name)
		out = append(out, f.String())
	}
	return strings.Join(out, ", ")
}

// varying are the fields besides those of methods and replications that are not the same in all settings.
func (r Roles) varying(all []kept) (names []string) {
	roles := append(strings.Split(r.Method, ","), strings.Split(r.Over, ",")...)
	first := map[string]string{}
	for _, k := range all {
		for _, f := range k.setting {
			text, seen := first[f.name]
			switch {
			case slices.Contains(roles, f.name) || slices.Contains(names, f.name):
			case !seen:
				first[f.name] = f.String()
			case text != f.String():
				names = append(names, f.name)
			}
		}
	}
	if len(names) == 0 { // one data set, by whatever names it
		for _, name := range []string{"Data", "data"} {
			if _, ok := first[name]; ok {
				return []string{name}
			}
		}
	}
	return names
}
