// Package compare judges methods by what runs of them gave, on several data sets and over several seeds: means with
// their intervals, paired differences, ranks, profiles of performance and of time, a figure of each, and in words what
// the runs decide and how many more would decide the rest. The runs are those of a sweep, or of any plan whose keys and
// results are structs: Results.Kept of package sweep, or plan.ReadKept of a folder.
package compare

import (
	"encoding/json"
	"fmt"
	"maps"
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

// fields are those of a setting or a result, as JSON.
type fields map[string]json.RawMessage

// fieldsOf are the fields of an object of JSON; none where it is no object.
func fieldsOf(text []byte) (out fields) {
	if json.Unmarshal(text, &out) != nil {
		return nil
	}
	return out
}

// names are in order.
func (f fields) names() []string { return slices.Sorted(maps.Keys(f)) }

// text is what a field says: a text without its quotes.
func (f fields) text(name string) string {
	var s string
	if json.Unmarshal(f[name], &s) == nil {
		return s
	}
	return string(f[name])
}

// label joins what some fields say.
func (f fields) label(names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = f.text(name)
	}
	return strings.Join(out, ", ")
}

// number reads a number as plans write it: NaN and the infinities are texts.
func number(text []byte) (float64, bool) {
	v, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64)
	quoted := len(text) > 0 && text[0] == '"'
	return v, err == nil && (!quoted || math.IsNaN(v) || math.IsInf(v, 0))
}

// numbers reads a field that is a number, or a list of them.
func (f fields) numbers(name string) ([]float64, bool) {
	if v, ok := number(f[name]); ok {
		return []float64{v}, true
	}
	var list []json.RawMessage
	if json.Unmarshal(f[name], &list) != nil {
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

// kept is a result with its setting.
type kept struct {
	setting, result fields
	processor       string
}

// roles are the fields of settings that have one.
func (r Roles) roles() []string {
	return append(strings.Split(r.Method, ","), strings.Split(r.Over, ",")...)
}

// read takes settings and results apart; other tasks of a plan, which have no such fields, are left out.
func (r Roles) read(all []plan.Kept) (out []kept, other []string) {
	for _, k := range all {
		x := kept{fieldsOf(k.Key), fieldsOf(k.Result), k.Made.Processor}
		if r.fit(x) {
			out = append(out, x)
			continue
		}
		other = append(other, slices.Concat(x.setting.names(), x.result.names())...)
	}
	slices.Sort(other)
	return out, slices.Compact(other)
}

// fit tells whether a setting and its result have the fields that are named.
func (r Roles) fit(k kept) bool {
	for _, name := range r.roles() {
		if _, ok := k.setting[name]; !ok {
			return false
		}
	}
	for _, name := range []string{r.Measure, r.Time, r.Gap} {
		if _, ok := k.result.numbers(name); !ok && name != "" {
			return false
		}
	}
	return true
}

// measure is the field of results that is meant where none is named.
func measure(all []plan.Kept) (string, error) {
	var names []string
	for _, k := range all {
		result := fieldsOf(k.Result)
		for _, name := range result.names() {
			if _, ok := number(result[name]); ok && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(names) != 1 {
		return "", fmt.Errorf("name the measure: results have the numbers %s", strings.Join(names, ", "))
	}
	return names[0], nil
}

// varying are the fields besides those of methods and replications that are not the same in all settings, or where
// there are none, what is called the data.
func (r Roles) varying(all []kept) (names []string) {
	for _, name := range all[0].setting.names() {
		differs := func(k kept) bool { return k.setting.text(name) != all[0].setting.text(name) }
		if !slices.Contains(r.roles(), name) && slices.ContainsFunc(all, differs) {
			names = append(names, name)
		}
	}
	if _, ok := all[0].setting["Data"]; ok && len(names) == 0 && !slices.Contains(r.roles(), "Data") {
		return []string{"Data"}
	}
	return names
}
