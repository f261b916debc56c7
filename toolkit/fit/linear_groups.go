package fit

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// group checks groups, and sets features apart that nothing penalizes.
func (p *linearProblem) group() error {
	if p.Penalty == SparseGroup && p.Mix == 0 {
		p.Penalty, p.Groups, p.GroupWeights = L1, nil, nil
	}
	if p.Penalty == SparseGroup && p.Mix == 1 {
		p.Penalty = Group
	}
	var apart []int
	p.groups = p.Groups
	if p.grouped() {
		if err := prox.CheckGroups(p.Groups, p.d, p.Penalty != OverlapGroup); err != nil {
			return fmt.Errorf("the groups do not fit the data (counted from 0): %w", err)
		}
		if p.Penalty != SparseGroup && p.Mu == 0 {
			apart = p.setApart()
		}
	}
	rows := len(apart)
	if p.Intercept {
		rows++
	}
	if rows == 0 {
		return nil
	}
	p.free = linalg.NewDense(rows, p.n, nil)
	for r, j := range apart {
		p.column(p.free.Row(r), j)
	}
	if p.Intercept {
		for i := range p.n {
			p.free.Data[(rows-1)*p.n+i] = 1
		}
	}
	if apart != nil {
		p.x = linalg.SelectColumns(p.x, p.penalized)
	}
	return nil
}

// setApart finds the features in no group with weight; the others are penalized, and groups are renamed to count them.
func (p *linearProblem) setApart() (apart []int) {
	in := p.inGroups()
	place := make([]int, p.d)
	var penalized []int
	for j, is := range in {
		if !is {
			apart = append(apart, j)
			continue
		}
		place[j] = len(penalized)
		penalized = append(penalized, j)
	}
	if apart == nil {
		return nil
	}
	var groups [][]int
	var weights []float64
	for g, group := range p.Groups {
		if p.GroupWeights != nil && p.GroupWeights[g] == 0 {
			continue
		}
		renamed := make([]int, len(group))
		for i, j := range group {
			renamed[i] = place[j]
		}
		groups = append(groups, renamed)
		if p.GroupWeights != nil {
			weights = append(weights, p.GroupWeights[g])
		}
	}
	p.groups, p.GroupWeights, p.penalized = groups, weights, penalized
	return apart
}

// column is feature j of all examples.
func (p *linearProblem) column(dst []float64, j int) {
	switch x := p.x.(type) {
	case *linalg.Dense:
		for i := range dst {
			dst[i] = x.At(i, j)
		}
	case *linalg.CSR:
		for i := range dst {
			dst[i] = x.At(i, j)
		}
	}
}

// inGroups tells which features are in a group of positive weight.
func (p *linearProblem) inGroups() []bool {
	in := make([]bool, p.d)
	for g, group := range p.groups {
		for _, j := range group {
			in[j] = in[j] || p.GroupWeights == nil || p.GroupWeights[g] > 0
		}
	}
	return in
}

// ridged are the features on which there is a ridge and no group.
func (p *linearProblem) ridged() (apart []int) {
	if p.Mu == 0 || p.Penalty != Group && p.Penalty != OverlapGroup {
		return nil
	}
	for j, is := range p.inGroups() {
		if !is {
			apart = append(apart, j)
		}
	}
	return apart
}
