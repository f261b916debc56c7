package words

import (
	_ "embed" // pairs.txt
	"errors"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
)

// Pairs says which losses go with which penalties: what goes says of all of them. A test writes the file.
//
//go:embed pairs.txt
var Pairs string

// Setting is what decides whether a loss and a penalty go together.
type Setting struct {
	Loss             toolkit.Loss
	Penalty          Penalties
	Tasks, Intercept bool
	Constrained      bool // beside bounds of l1 and none
	Mu               float64
}

// tiny are data of eight examples and four features, with targets that suit every loss.
func (s Setting) tiny() fit.Data {
	const n, d = 8, 4
	x := linalg.NewDense(n, d, nil)
	data := fit.Data{X: x, Y: make([]float64, n)}
	_, ranked := s.Loss.(loss.Ranked)
	for i := range n {
		for j := range d {
			x.Row(i)[j] = float64((3*i+5*j+i*j)%7) - 3
		}
		data.Y[i] = float64(i % max(2, s.outputs()))
		if of, ok := s.Loss.(loss.Targeted); ok && of.CheckTarget(0) != nil {
			data.Y[i]++
		}
		if s.Tasks {
			data.Task = append(data.Task, int64(i/4))
		}
		if ranked {
			data.Query = append(data.Query, int64(i/4))
		}
	}
	return data
}

// outputs are those of tiny.
func (s Setting) outputs() int {
	switch {
	case s.Tasks:
		return 2
	case s.classes():
		return 3
	}
	return 1
}

// classes tells whether each label has an output.
func (s Setting) classes() bool {
	labelled, ok := s.Loss.(loss.Labelled)
	return ok && !labelled.Binary() && !isJoint(s.Loss)
}

// goes says why the table of methods of package fit has none for the setting; nil where it has one.
func (s Setting) goes() error {
	c := fit.Linear{Loss: s.Loss, Mu: s.Mu, Intercept: s.Intercept}
	of := structure{
		groups: [][]int{{0, 1}, {2, 3}}, edges: [][2]int{{0, 1}, {1, 2}, {2, 3}}, rows: 2, cols: 2, mix: 0.5,
		d: 4, outputs: s.outputs(), linear: linalg.Identity(4),
	}
	if s.Penalty.Has(ofTasks...) {
		of.edges = [][2]int{{0, 1}}[:min(1, of.outputs-1)]
	}
	if err := s.Penalty.suits(of); err != nil {
		return err
	}
	c.Penalty = s.Penalty.Make(of)
	if s.Constrained {
		c.Constraints = []toolkit.Proxable{sets.Box{Upper: []float64{1}}}
	}
	data := s.tiny()
	if _, err := c.Explain(data); err != nil {
		return err
	}
	_, err := c.Prepare(data)
	return err
}

// Why says what is to be changed so that the setting goes.
func (s Setting) Why() error {
	if s.goes() == nil {
		return nil
	}
	change := func(change func(s *Setting)) bool {
		other := s
		change(&other)
		return other.goes() == nil
	}
	several := s.classes()
	switch {
	case change(func(s *Setting) { s.Mu = 1 }):
		return errors.New("without a penalty this loss may have no minimum: it needs μ > 0")
	case s.Tasks && several:
		return errors.New("it has several outputs of its own, and does not go with tasks")
	case (s.Tasks || s.Intercept) && change(func(s *Setting) { s.Tasks, s.Intercept, s.Mu = false, false, 1 }) &&
		isJoint(s.Loss):
		return errors.New("it is no sum over examples, and goes with neither tasks nor an intercept")
	case (s.Tasks || several) && change(func(s *Setting) { s.Tasks, s.Loss = false, loss.Squared{} }):
		return errors.New("it is for the features of one output")
	case !s.Tasks && change(func(s *Setting) { s.Tasks = true }):
		return errors.New("it needs tasks, or the multinomial loss")
	case change(func(s *Setting) { s.Penalty, s.Mu = Only(penalties[0]), 1 }) && isJoint(s.Loss):
		return errors.New("it goes with a ridge alone: --penalty none --mu")
	}
	return s.goes()
}

// isJoint tells whether a loss is no sum over examples.
func isJoint(l toolkit.Loss) bool {
	_, joint := l.(toolkit.Joint)
	return joint
}

// LossHelp are the words of losses with their formulas.
func LossHelp() string {
	var words, formulas []string
	for _, e := range loss.Catalogue() {
		words, formulas = append(words, e.Name()), append(formulas, e.Formula)
	}
	return listed(words, formulas)
}

// PenaltyHelp are those of penalties.
func PenaltyHelp() string {
	var words, formulas []string
	for _, p := range penalties {
		words, formulas = append(words, p.word), append(formulas, p.formula)
	}
	return listed(words, formulas)
}

// listed has a line for each word.
func listed(words, texts []string) string {
	width := 0
	for _, w := range words {
		width = max(width, len(w))
	}
	var b strings.Builder
	for i, w := range words {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, w, texts[i])
	}
	return strings.TrimSuffix(b.String(), "\n")
}
