package reproduce

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// CheckKeys returns an error that lists the values of rows that somebody reads and nobody fills, and those that somebody
// fills and nothing shows: no table, figure, claim or remark. The records together have all that the study fills.
func CheckKeys(s Study, records ...*Record) error {
	filled, read := map[string]bool{}, map[string]bool{}
	for _, rec := range records {
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
		s.remarks(&watched)
	}
	var wrong []string
	for _, key := range slices.Sorted(maps.Keys(read)) {
		if !filled[key] && !ownKey(key) {
			wrong = append(wrong, key+" is read and never filled")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(filled)) {
		if !read[key] && !ownKey(key) {
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
