package main

import (
	_ "embed" // pairs.txt
	"errors"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// pairs say which losses go with which penalties: what goes says of all of them. A test writes the file.
//
//go:embed pairs.txt
var pairs string

// setting is what decides whether a loss and a penalty go together.
type setting struct {
	loss             toolkit.Loss
	penalty          penaltyWord
	tasks, intercept bool
	mu               float64
}

// tiny are data of eight examples and four features, with targets that suit every loss.
func (s setting) tiny() fit.Data {
	const n, d = 8, 4
	x := linalg.NewDense(n, d, nil)
	data := fit.Data{X: x, Y: make([]float64, n)}
	_, ranked := s.loss.(loss.Ranked)
	labelled, several := s.loss.(loss.Labelled)
	several = several && !labelled.Binary()
	for i := range n {
		for j := range d {
			x.Row(i)[j] = float64((3*i+5*j+i*j)%7) - 3
		}
		if data.Y[i] = float64(i % 2); several {
			data.Y[i] = float64(i % 3)
		}
		if s.tasks {
			data.Task = append(data.Task, int64(i/4))
		}
		if ranked {
			data.Query = append(data.Query, int64(i/4))
		}
	}
	return data
}

// goes says why the table of methods of package fit has none for the setting; nil where it has one.
func (s setting) goes() error {
	c := fit.Linear{Loss: s.loss, Mu: s.mu, Intercept: s.intercept}
	c.Penalty = s.penalty.make(structure{
		groups: [][]int{{0, 1}, {2, 3}}, edges: [][2]int{{0, 1}, {1, 2}, {2, 3}}, rows: 2, cols: 2, mix: 0.5,
	})
	data := s.tiny()
	if _, err := c.Explain(data); err != nil {
		return err
	}
	_, err := c.Prepare(data)
	return err
}

// why says what is to be changed so that the setting goes.
func (s setting) why() error {
	if s.goes() == nil {
		return nil
	}
	change := func(change func(s *setting)) bool {
		other := s
		change(&other)
		return other.goes() == nil
	}
	labelled, ok := s.loss.(loss.Labelled)
	several := ok && !labelled.Binary()
	switch {
	case change(func(s *setting) { s.mu = 1 }):
		return errors.New("without a penalty this loss may have no minimum: it needs μ > 0")
	case s.tasks && several:
		return errors.New("it has several outputs of its own, and does not go with tasks")
	case (s.tasks || s.intercept) && change(func(s *setting) { s.tasks, s.intercept, s.mu = false, false, 1 }) &&
		isJoint(s.loss):
		return errors.New("it is no sum over examples, and goes with neither tasks nor an intercept")
	case (s.tasks || several) && change(func(s *setting) { s.tasks, s.loss = false, loss.Squared{} }):
		return errors.New("it is for the features of one output")
	case !s.tasks && change(func(s *setting) { s.tasks = true }):
		return errors.New("it needs tasks, or the multinomial loss")
	case change(func(s *setting) { s.penalty, s.mu = penalties[0], 1 }) && isJoint(s.loss):
		return errors.New("it goes with a ridge alone: --penalty none --mu")
	}
	return s.goes()
}

// isJoint tells whether a loss is no sum over examples.
func isJoint(l toolkit.Loss) bool {
	_, joint := l.(toolkit.Joint)
	return joint
}

// lossHelp and penaltyHelp are the words with their formulas.
func lossHelp() string {
	var words, formulas []string
	for _, e := range loss.Catalogue() {
		words, formulas = append(words, e.Name()), append(formulas, e.Formula)
	}
	return listed(words, formulas)
}

func penaltyHelp() string {
	var words, formulas []string
	for _, p := range penalties {
		words, formulas = append(words, p.word), append(formulas, p.formula)
	}
	return listed(words, formulas)
}

// listed has a line for each word, behind the first of which the list begins.
func listed(words, texts []string) string {
	width := 0
	for _, w := range words {
		width = max(width, len(w))
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString("             ")
		}
		fmt.Fprintf(&b, "%-*s  %s\n", width, w, texts[i])
	}
	return strings.TrimSuffix(b.String(), "\n")
}
