package dataset

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TaskSet is a problem of several tasks with one target for each example: example i, with the features in row i of X
// and the target Y[i] (a label +1 or −1 where there are two classes), belongs to task Task[i].
type TaskSet struct {
	Source source.Source
	X      *linalg.Dense
	Y      []float64
	Task   []int
	Tasks  int
	Names  []string // of the columns
}

// Fold divides the examples of every task into folds, in a random order drawn from seed, and returns the examples
// outside the fold and those in it.
func (s *TaskSet) Fold(fold, folds int, seed uint64) (train, test *TaskSet) {
	byTask := make([][]int, s.Tasks)
	for i, t := range s.Task {
		byTask[t] = append(byTask[t], i)
	}
	rng := rand.New(rand.NewPCG(seed, 18))
	var in, out []int
	offset := 0
	for _, members := range byTask {
		for place, k := range rng.Perm(len(members)) {
			if (place+offset)%folds == fold {
				out = append(out, members[k])
			} else {
				in = append(in, members[k])
			}
		}
		offset += len(members) // so that folds are of one size though tasks have fewer examples than there are folds
	}
	return s.Pick(in), s.Pick(out)
}

// Pick copies some examples, in the order given.
func (s *TaskSet) Pick(rows []int) *TaskSet {
	out := &TaskSet{Source: s.Source, X: &linalg.Dense{R: len(rows), C: s.X.C}, Tasks: s.Tasks, Names: s.Names}
	for _, i := range rows {
		out.X.Data = append(out.X.Data, s.X.Row(i)...)
		out.Y, out.Task = append(out.Y, s.Y[i]), append(out.Task, s.Task[i])
	}
	return out
}
