package datasets

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// schoolSplits are those the set comes with.
const schoolSplits = 10

var schoolEntry = Entry{
	Name: "school",
	Title: "Examination records of 15,362 pupils of 139 schools: 27 attributes and a constant, ten splits of 11,472 " +
		"and 3,890",
	Licence: "none stated: research use",
	Citation: "H. Goldstein, Multilevel Modelling of Survey Data, The Statistician 1991; splits of A. Argyriou, T. " +
		"Evgeniou, M. Pontil, Convex Multi-task Feature Learning, 2008",
	HowTo: "ask the authors of the splits for school_b.mat and the files of indexes",
	// The pupils come first, so that split k is at place k.
	Files: []source.File{
		file("school-ilea/school_b.mat", "", "973f1ca99d0d41a838ec6ae86001a48e7b69391eb74646b9e4fc54f62866a146"),
		schoolSplit(1, "030c9ca0a73d6264aa1eeac49aba1d760a1b5692cd3124667e74a7a2b7751bc5"),
		schoolSplit(2, "63d3a076a4cdd3de81825d3cf0c030b93bdc60e912eaed4763ee224efab163f8"),
		schoolSplit(3, "f7f68e3adb50db8094e230c2b83d548790379cd93ad98fadb35ff2999762dbe6"),
		schoolSplit(4, "02643928224056a61e25dec8d4841dba5195ed9affdc76fdc697854a2506d142"),
		schoolSplit(5, "6ed00a453d582dce4397f6f49120cff803c22f53cfb2dd63a3826c359c24bcdf"),
		schoolSplit(6, "ca853babe5b7f0f5812e7f4261f8b5e5728f1b3b06711e56a76b27b7f959f379"),
		schoolSplit(7, "b72105509c70f94f48c7c8b0e1359c6c0ea630c7ac588337b412f946ede62283"),
		schoolSplit(8, "8ad60073b135220f1a6f49fdd79b4430b6a0c8ce9925a22dcc5a09141f5b1c04"),
		schoolSplit(9, "0de74247d93c413b690ebb65e2e7beb1c55f05b2a2d5db46469e673a552cccf2"),
		schoolSplit(10, "b408742eab66cd124563493057b080fd39e5075f48b4c391c53e5f6a1a4c8df1"),
	},
}

func schoolSplit(k int, sum string) source.File {
	return file(fmt.Sprintf("school-ilea/school_%d_indexes.mat", k), "", sum)
}

// LoadSchool loads the records of Goldstein's study, one task for each school, divided into training and test pupils by
// one of ten splits, numbered from 1. The target is the examination score; the last column of X is constant.
func LoadSchool(ctx context.Context, split int) (train, test *dataset.TaskSet, err error) {
	if split < 1 || split > schoolSplits {
		return nil, nil, fmt.Errorf("data set school: there are splits 1 to %d, not %d", schoolSplits, split)
	}
	pupils, sum, err := loadMATLAB(ctx, schoolEntry, schoolEntry.Files[0])
	if err != nil {
		return nil, nil, err
	}
	index, _, err := loadMATLAB(ctx, schoolEntry, schoolEntry.Files[split])
	if err != nil {
		return nil, nil, err
	}
	all, err := schoolTasks(pupils)
	if err != nil {
		return nil, nil, fmt.Errorf("data set school: %w", err)
	}
	all.Source = Source{Name: schoolEntry.Name, Kind: Real, SHA256: sum}
	parts := make([]*dataset.TaskSet, 2)
	for k, name := range []string{"tr", "tst"} {
		rows := make([]int, 0, len(index[name].Data))
		for _, v := range index[name].Data {
			if v < 1 || int(v) > all.X.R {
				return nil, nil, fmt.Errorf("data set school: split %d names pupil %g of %d", split, v, all.X.R)
			}
			rows = append(rows, int(v)-1)
		}
		if len(rows) == 0 {
			return nil, nil, fmt.Errorf("data set school: split %d has no array %s", split, name)
		}
		parts[k] = all.Pick(rows)
	}
	return parts[0], parts[1], nil
}

// loadMATLAB reads a registered file and checks it.
func loadMATLAB(ctx context.Context, e Entry, f source.File) (map[string]array.Array, string, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, "", err
	}
	var arrays map[string]array.Array
	sum, err := e.Read(f, func(r *source.Reader) (err error) {
		arrays, err = array.ReadMATLAB(r, r.Path)
		return err
	})
	return arrays, sum, err
}

// schoolTasks returns the pupils of all schools. Array x has one column for each pupil; task_indexes has the place,
// from 1, of each school's first pupil.
func schoolTasks(arrays map[string]array.Array) (*dataset.TaskSet, error) {
	x, y, first := arrays["x"], arrays["y"], arrays["task_indexes"]
	if len(x.Dims) != 2 || x.Dims[1] != len(y.Data) || len(first.Data) == 0 {
		return nil, fmt.Errorf("arrays x of %v, y of %v and task_indexes of %v do not go together",
			x.Dims, y.Dims, first.Dims)
	}
	// A column of x is a row of X.
	out := &dataset.TaskSet{X: linalg.NewDense(x.Dims[1], x.Dims[0], x.Data), Y: y.Data, Tasks: len(first.Data)}
	task := 0
	for i := range y.Data {
		for task+1 < len(first.Data) && float64(i+1) >= first.Data[task+1] {
			task++
		}
		out.Task = append(out.Task, task)
	}
	return out, nil
}
