package datasets

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Split divides the drawings. Of each class, in a random order drawn from seed, the first train drawings are for
// training and the next test drawings for tests. Only classes with numbers below classes are taken; 0 takes all.
func (d *Drawings) Split(train, test, classes int, seed uint64) *Classes {
	if classes == 0 || classes > len(d.Names) {
		classes = len(d.Names)
	}
	byClass := make([][]int, classes)
	for i, y := range d.Y {
		if y < classes {
			byClass[y] = append(byClass[y], i)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 17))
	out := &Classes{Source: d.Source, K: classes}
	out.Train.X, out.Test.X = &linalg.Dense{C: d.X.C}, &linalg.Dense{C: d.X.C}
	for y, members := range byClass {
		for place, k := range rng.Perm(len(members)) {
			part := &out.Train
			if place >= train {
				part = &out.Test
			}
			if place < train+test {
				part.X.Data = append(part.X.Data, d.X.Row(members[k])...)
				part.X.R++
				part.Y = append(part.Y, y)
			}
		}
	}
	return out
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
	return s.pick(in), s.pick(out)
}

func (s *TaskSet) pick(rows []int) *TaskSet {
	out := &TaskSet{Source: s.Source, X: &linalg.Dense{R: len(rows), C: s.X.C}, Tasks: s.Tasks, Names: s.Names}
	for _, i := range rows {
		out.X.Data = append(out.X.Data, s.X.Row(i)...)
		out.Y, out.Task = append(out.Y, s.Y[i]), append(out.Task, s.Task[i])
	}
	return out
}
