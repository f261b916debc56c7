package reproduce

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// CheckKeys returns an error that lists the values of rows that somebody reads and nobody fills, and those that the
// study fills and nothing shows: no table, figure, claim or remark. The record and the kept ones together have all
// that is shown; kept ones may hold what a study no longer fills.
func CheckKeys(s Study, made *Record, kept ...*Record) error {
	filled, fresh, read := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, rec := range append(kept, made) {
		watched := *rec
		watched.Tables = nil
		for _, t := range rec.Tables {
			rows := slices.Clone(t.Rows)
			for i := range rows {
				for k := range rows[i].Values {
					filled[t.ID+": "+k] = true
					fresh[t.ID+": "+k] = rec == made
				}
				rows[i].watch = func(key string) { read[t.ID+": "+key] = true }
			}
			t.Rows = rows
			watched.Tables = append(watched.Tables, t)
		}
		s.Tables(&watched)
		s.Figures(&watched)
		s.Judge(&watched)
		s.remarks(&watched)
	}
	var wrong []string
	for _, key := range slices.Sorted(maps.Keys(read)) {
		if !filled[key] && !ownKey(key) {
			wrong = append(wrong, key+" is read and never filled")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(filled)) {
		if fresh[key] && !read[key] && !ownKey(key) {
			wrong = append(wrong, key+" is filled and never shown")
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("study %s: %s", s.Name, strings.Join(wrong, "; "))
	}
	return nil
}

// ownKey tells that a key is the frame's.
func ownKey(key string) bool {
	return strings.HasSuffix(key, ": "+statusKey) || strings.HasSuffix(key, ": "+processorsKey)
}
