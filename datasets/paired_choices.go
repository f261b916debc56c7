package datasets

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/datasets/table"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

var bankEntry = Entry{
	Name:    "bank",
	Title:   "Credit cards: 14,799 paired choices by 946 people, 14 attribute differences",
	Licence: "GPL-2 or later, with the R package bayesm",
	Citation: "G. Allenby, J. Ginter, Using Extremes to Design Products and Segment Markets, J. Marketing Research " +
		"1995; P. Rossi, R package bayesm",
	HowTo: "write `bank$choiceAtt` of the R package bayesm as CSV",
	Files: []source.File{file("bayesm-bank/bank_choiceAtt.csv.gz", "",
		"00994166967c74909e8d934a7a7aa7baafeaefa3be37fc5116c61823a08ae33f")},
}

// LoadBank loads the paired choices of bayesm's bank, a task for every person.
func LoadBank(ctx context.Context) (*dataset.TaskSet, error) {
	var out *dataset.TaskSet
	sum, err := bankEntry.Read(bankEntry.Files[0], func(r *source.Reader) (err error) {
		out, err = ReadPairedChoices(ctx, r, r.Path)
		return err
	})
	if err != nil {
		return nil, err
	}
	out.Source = Source{Name: bankEntry.Name, Kind: Real, SHA256: sum}
	return out, nil
}

// ReadPairedChoices reads a table of choices between two alternatives, with a heading: the person's number, 1 for a
// choice of the first alternative or 0 for the second, then the differences of the attributes, first less second. Tasks
// are numbered as people appear; a person's choices need not be adjacent. Errors refer to the input as name.
func ReadPairedChoices(ctx context.Context, r io.Reader, name string) (*dataset.TaskSet, error) {
	out, people := &dataset.TaskSet{X: &linalg.Dense{}}, map[string]int{}
	err := table.EachRecord(ctx, r, name, func(heading table.Record) error {
		n := len(heading.Cells)
		if n < 3 {
			return heading.Fault(1, "the heading has %d columns: who, choice and an attribute are due", n)
		}
		out.X.C, out.Names = n-2, slices.Clone(heading.Cells[2:])
		return nil
	}, func(choice table.Record) (err error) {
		task, known := people[choice.Cells[0]]
		if !known {
			task = len(people)
			people[choice.Cells[0]] = task
		}
		label, known := map[string]float64{"1": 1, "0": -1}[choice.Cells[1]]
		if !known {
			return choice.Fault(2, "choice %q is neither 0 nor 1", choice.Cells[1])
		}
		out.X.Data, err = choice.Numbers(out.X.Data, 3)
		out.Y, out.Task, out.X.R = append(out.Y, label), append(out.Task, task), out.X.R+1
		return err
	})
	if err == nil && out.X.R == 0 {
		err = fmt.Errorf("%s: the file holds no choices", name)
	}
	if err != nil {
		return nil, err
	}
	out.Tasks = len(people)
	return out, nil
}
