package datasets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

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
	in := table.NewRecords(r)
	in.ReuseRecord = true
	fault := func(field int, format string, args ...any) error {
		line, _ := in.FieldPos(max(0, field-1))
		return &source.SyntaxError{File: name, Line: line, Field: field, Msg: fmt.Sprintf(format, args...)}
	}
	heading, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: the file is empty", name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(heading) < 3 {
		return nil, fault(1, "the heading has %d columns: who, choice and an attribute are due", len(heading))
	}
	out := &dataset.TaskSet{X: &linalg.Dense{C: len(heading) - 2}, Names: append([]string(nil), heading[2:]...)}
	people := map[string]int{}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && out.X.R%1024 == 0 {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		task, known := people[record[0]]
		if !known {
			task = len(people)
			people[record[0]] = task
		}
		switch record[1] {
		case "1":
			out.Y = append(out.Y, 1)
		case "0":
			out.Y = append(out.Y, -1)
		default:
			return nil, fault(2, "choice %q is neither 0 nor 1", record[1])
		}
		for j, s := range record[2:] {
			v, ok := source.ParseNumber([]byte(s))
			if !ok {
				return nil, fault(j+3, "%s is no finite number", strconv.Quote(s))
			}
			out.X.Data = append(out.X.Data, v)
		}
		out.Task = append(out.Task, task)
		out.X.R++
	}
	if out.X.R == 0 {
		return nil, fmt.Errorf("%s: the file holds no choices", name)
	}
	out.Tasks = len(people)
	return out, nil
}
