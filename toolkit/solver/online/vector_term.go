package online

import (
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
)

// OnVector is any regularizer of the whole parameter vector. It needs Params that are one dense vector, as a model of
// explicit blocks is: the blocks stand one after another, each column by column.
func OnVector(g toolkit.Proxable) Term { return onVector{g} }

type onVector struct{ g toolkit.Proxable }

var errNoVector = errors.New("this regularizer acts on single weights, and the parameters are not one dense vector: " +
	"use a model of explicit blocks, a regularizer of groups that are vectors through InGroups, or one of group norms " +
	"through OnNorms")

func (t onVector) Prox(p toolkit.Params, gamma float64) error {
	w, ok := vectorOf(p)
	if !ok {
		return errNoVector
	}
	t.g.Prox(w, w, gamma)
	p.Refresh()
	return nil
}

func (t onVector) Value(p toolkit.Params) (float64, error) {
	w, ok := vectorOf(p)
	if !ok {
		return 0, errNoVector
	}
	return t.g.Value(w), nil
}

// InGroups is the regularizer R(θ) = Σ_k g(θ_k) over some groups, by their numbers, or all groups where none is named.
// Each of them must be one dense vector; the others may be of any kind. With g = λ‖·‖₁, and a regularizer of the group
// norms through OnNorms after it, it is the sparse group regularizer, whose prox is these two in turn.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, section 3, on composite
// regularizers.
func InGroups(g toolkit.Proxable, groups ...int) Term { return inGroups{g, groups} }

type inGroups struct {
	g      toolkit.Proxable
	groups []int
}

// each calls f with the vectors.
func (t inGroups) each(p toolkit.Params, f func(w []float64)) error {
	groups := t.groups
	if len(groups) == 0 {
		groups = inOrder(p.Groups())
	}
	of, ok := p.(GroupVectorer)
	if !ok {
		return errNoVector
	}
	for _, k := range groups {
		if k < 0 || k >= p.Groups() {
			return fmt.Errorf("there is no group %d: the parameters have %d, from 0 on", k, p.Groups())
		}
		w, ok := of.GroupVector(k)
		if !ok {
			return fmt.Errorf("this regularizer acts on single weights, and group %d of the parameters is not one dense "+
				"vector: name the groups that are to InGroups, or make it of explicit blocks", k)
		}
		f(w)
	}
	return nil
}

func (t inGroups) Prox(p toolkit.Params, gamma float64) error {
	if err := t.each(p, func(w []float64) { t.g.Prox(w, w, gamma) }); err != nil {
		return err
	}
	p.Refresh()
	return nil
}

func (t inGroups) Value(p toolkit.Params) (sum float64, err error) {
	err = t.each(p, func(w []float64) { sum += t.g.Value(w) })
	return sum, err
}
