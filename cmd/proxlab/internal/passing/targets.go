package passing

import (
	"errors"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
)

// targetsOf finds the columns that are targets beside the first, and takes them from the features of a table; the tasks
// are those of all targets. There is nothing to find for one.
func targetsOf(r *fitting.Run, table *datasets.Frame) (columns []int, tasks []int64, err error) {
	all := words.TargetsOf(r.Given().Target)
	if !all.Several() {
		return nil, nil, nil
	}
	if table.Encoder != nil {
		return nil, nil, errors.New("several targets go by passes without --categories, --dates and --missing")
	}
	features := table.Features
	for k, name := range all {
		tasks = append(tasks, int64(k+1))
		if at := slices.Index(features, name); k > 0 && at < 0 {
			return nil, nil, fmt.Errorf("--target: there is no column %q: by passes, several targets are columns of numbers "+
				"of the table, by their names", words.Name(name))
		} else if k > 0 {
			columns = append(columns, at)
		}
	}
	table.Features = nil
	for j, name := range features {
		if !slices.Contains(columns, j) {
			table.Features = append(table.Features, name)
		}
	}
	return columns, tasks, nil
}
