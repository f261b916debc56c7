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

var computersEntry = Entry{
	Name:     "computers",
	Title:    "Personal computers: 180 people rate 20 of them by 13 attributes, as 8 pairs each",
	Licence:  "none stated: research use",
	Citation: "P. Lenk, W. DeSarbo, P. Green, M. Young, Hierarchical Bayes Conjoint Analysis, Marketing Science 1996",
	HowTo:    "ask the authors of the survey, or of the papers that use it, for the ratings and the design as CSV",
	Files: []source.File{
		file("lenk-computer/lenk_ratings.csv", "", "6e9cc3cdc673a79ec1ec2a5ff1591f6a449859f487b943ab8ab328adbdf36fd4"),
		file("lenk-computer/lenk_design.csv", "", "dfb4fbde15b13bf010ff35eaa4097bff71390d9a0f452c1b733edb9c2998fed1"),
	},
}

// leftOut are the respondents, from 1, that the 180-person form of the survey leaves out.
var leftOut = []int{15, 20, 43, 53, 70, 96, 112, 123, 139, 153}

// calibration is how many products, from the first, are for training: the survey's own division.
const calibration = 16

// LoadComputers loads the survey of Lenk et al. as paired comparisons: each person's 16 calibration products in pairs,
// in the file's order, one task for each person. A tie gives no pair; ties is the number of ties.
func LoadComputers(ctx context.Context) (set *dataset.TaskSet, ties int, err error) {
	var tables [2][][]float64
	var sums [2]string
	for i, f := range computersEntry.Files {
		sums[i], err = computersEntry.Read(f, func(r *source.Reader) (err error) {
			tables[i], err = readNumbers(ctx, r, r.Path)
			return err
		})
		if err != nil {
			return nil, 0, err
		}
	}
	ratings, design := tables[0], tables[1]
	var kept [][]float64
	for i, row := range ratings {
		if !slices.Contains(leftOut, i+1) {
			kept = append(kept, row[:min(len(row), calibration)])
		}
	}
	for i := range design {
		design[i] = design[i][1:] // the constant cancels in differences
	}
	set, ties, err = PairRatings(kept, design)
	if err != nil {
		return nil, 0, err
	}
	set.Source = Source{Name: computersEntry.Name, Kind: Real, SHA256: sums[0]}
	return set, ties, nil
}

// PairRatings makes paired comparisons of each person's ratings: the first product with the second, the third with the
// fourth, and so on. An example is the difference of the two products' attributes; its label is +1 if the first was
// rated higher and −1 if the second was. A tie gives no example. ratings has one row for each person, design one for
// each product.
func PairRatings(ratings, design [][]float64) (set *dataset.TaskSet, ties int, err error) {
	set = &dataset.TaskSet{Tasks: len(ratings), X: &linalg.Dense{}}
	for person, row := range ratings {
		if len(row) > len(design) {
			return nil, 0, fmt.Errorf("person %d rates %d products, the design has %d", person+1, len(row), len(design))
		}
		for p := 0; p+1 < len(row); p += 2 {
			if row[p] == row[p+1] {
				ties++
				continue
			}
			label := 1.
			if row[p] < row[p+1] {
				label = -1
			}
			for j := range design[p] {
				set.X.Data = append(set.X.Data, design[p][j]-design[p+1][j])
			}
			set.X.R, set.X.C = set.X.R+1, len(design[p])
			set.Y, set.Task = append(set.Y, label), append(set.Task, person)
		}
	}
	if set.X.R == 0 {
		return nil, 0, fmt.Errorf("no pair of %d people's ratings differs", len(ratings))
	}
	return set, ties, nil
}

// readNumbers reads a table of numbers with a heading.
func readNumbers(ctx context.Context, r io.Reader, name string) (rows [][]float64, err error) {
	heading := func(table.Record) error { return nil }
	err = table.EachRecord(ctx, r, name, heading, func(record table.Record) error {
		row, err := record.Numbers(nil, 1)
		rows = append(rows, row)
		return err
	})
	if err == nil && len(rows) == 0 {
		err = fmt.Errorf("%s: the file holds no rows of numbers", name)
	}
	return rows, err
}
