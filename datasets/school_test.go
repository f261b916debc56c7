package datasets

import (
	"errors"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/array"
)

func TestSchool(t *testing.T) {
	t.Parallel()
	if _, _, err := LoadSchool(t.Context(), 11); err == nil || !strings.Contains(err.Error(), "splits 1 to 10") {
		t.Errorf("split 11: error %v", err)
	}
	for split := 1; split <= schoolSplits; split++ {
		train, test, err := LoadSchool(t.Context(), split)
		var missing *NotFoundError
		if errors.As(err, &missing) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		if train.X.R != 11472 || test.X.R != 3890 || train.X.C != 28 || train.Tasks != 139 {
			t.Fatalf("split %d: %d and %d pupils", split, train.X.R, test.X.R)
		}
		seen := map[int]bool{}
		for i, k := range train.Task {
			seen[k] = true
			if train.X.At(i, 27) != 1 {
				t.Fatalf("split %d, pupil %d: the constant is %g", split, i, train.X.At(i, 27))
			}
		}
		if len(seen) != 139 {
			t.Errorf("split %d trains on %d schools", split, len(seen))
		}
	}
}

func TestSchoolTasks(t *testing.T) {
	t.Parallel()
	set, err := schoolTasks(map[string]array.Array{
		"x":            {Dims: []int{2, 3}, Data: []float64{1, 2, 3, 4, 5, 6}},
		"y":            {Dims: []int{3, 1}, Data: []float64{7, 8, 9}},
		"task_indexes": {Dims: []int{2, 1}, Data: []float64{1, 3}},
	})
	if err != nil || set.Tasks != 2 || set.Task[1] != 0 || set.Task[2] != 1 || set.X.At(2, 0) != 5 {
		t.Errorf("%+v, error %v", set, err)
	}
	if _, err := schoolTasks(map[string]array.Array{"x": {Dims: []int{2, 3}}}); err == nil {
		t.Error("a file without targets was accepted")
	}
}
