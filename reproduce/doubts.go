package reproduce

import (
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets"
)

// doubts names the data of a table that were not verified, each once: below the table, whatever its columns, and among
// the remarks on the record.
func (t *Table) doubts() (out []string) {
	for _, r := range t.Rows {
		if r.Data.Kind != datasets.Unverified {
			continue
		}
		says := fmt.Sprintf("The data %s are unverified (%s): what rests on them need not be true of the set of that name, "+
			"and no claim is judged by them.", r.Data.Name, r.Data.Doubt)
		if !slices.Contains(out, says) {
			out = append(out, says)
		}
	}
	return out
}
