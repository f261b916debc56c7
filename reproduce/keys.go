package reproduce

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// keys are those of the values of rows, as "table: key".
type keys map[string]bool

// CheckKeys returns an error that lists the values of rows that somebody reads, or a layout has for details, and
// nobody fills; and those that the study fills and nothing has: no table, figure, claim or remark, and no layout's
// details. The record and the kept ones together have all that is shown; kept ones may hold what a study no longer
// fills.
func CheckKeys(s Study, made *Record, kept ...*Record) error {
	filled, read := keys{}, keys{}
	for _, rec := range kept {
		s.watch(rec, filled, read)
	}
	fresh := keys{}
	s.watch(made, fresh, read)
	maps.Copy(filled, fresh)
	details := keys{}
	for _, l := range s.Layouts {
		for _, key := range l.Details {
			details[l.ID+": "+key] = true
		}
	}
	var wrong []string
	for _, key := range slices.Sorted(maps.Keys(read)) {
		if !filled[key] && !ownKey(key) {
			wrong = append(wrong, key+" is read and never filled")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(fresh)) {
		if !read[key] && !ownKey(key) && !details.any(func(p string) bool { return fits(p, key) }) {
			wrong = append(wrong, key+" is filled and never shown")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(details)) {
		if made.Table(strings.SplitN(key, ":", 2)[0]) != nil && !fresh.any(func(k string) bool { return fits(key, k) }) {
			wrong = append(wrong, key+" is among the details and never filled")
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("study %s: %s", s.Name, strings.Join(wrong, "; "))
	}
	return nil
}

// watch shows all there is to show of a record, and notes which keys its rows have and which are read.
func (s Study) watch(rec *Record, filled, read keys) {
	watched := *rec
	watched.Tables = nil
	for _, t := range rec.Tables {
		rows := slices.Clone(t.Rows)
		for i := range rows {
			for k := range rows[i].Values {
				filled[t.ID+": "+k] = true
			}
			rows[i].watch = func(key string) { read[t.ID+": "+key] = true }
		}
		t.Rows = rows
		watched.Tables = append(watched.Tables, t)
	}
	s.Tables(&watched)
	s.Figures(&watched)
	s.Judge(&watched)
	s.ToNote(&watched)
}

// any tells whether one of the keys is as is says.
func (k keys) any(is func(key string) bool) bool {
	for key := range k {
		if is(key) {
			return true
		}
	}
	return false
}

func fits(pattern, key string) bool {
	begin, open := strings.CutSuffix(pattern, "*")
	return key == pattern || open && strings.HasPrefix(key, begin)
}

// ownKey tells that a key is the frame's.
func ownKey(key string) bool {
	return strings.HasSuffix(key, ": "+statusKey) || strings.HasSuffix(key, ": "+processorsKey)
}
