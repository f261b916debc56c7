package toolkittest_test

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// letters are the chains of testproblems with features, and a hinge's outputs written out.
func letters() (data *structured.Sequences, create func() toolkit.Params, outputs toolkittest.Option) {
	data = testproblems.SmallSequences()
	x := linalg.Identity(4)
	create = func() toolkit.Params {
		return params.NewModel([]params.Block{
			params.NewExplicit(structured.Emission, x, 3), params.NewExplicit(structured.Transition, linalg.Identity(3), 3),
		})
	}
	var scorer structured.ChainScorer
	return data, create, toolkittest.Outputs(func(i int, p toolkit.Params) iter.Seq2[string, float64] {
		return func(yield func(string, float64) bool) {
			truth := data.Of(i)
			s := scorer.Score(p, 3, data.Start[i], data.Start[i+1])
			less := s.Of(truth)
			s.AddHamming(truth)
			testproblems.EachLabelling(len(truth), 3, func(y []int) {
				if loss := s.Of(y) - less; !yield(fmt.Sprint("labels ", y), loss) {
					panic("the check stops before the end")
				}
			})
		}
	})
}

// TestRoughDecoders: an honest bound passes, one that is too low is found, with outputs and without; an exact decoder
// that leaves outputs out is found where these are given; parts are named in words.
func TestRoughDecoders(t *testing.T) {
	t.Parallel()
	data, create, outputs := letters()
	if err := toolkittest.Oracle(testproblems.NewRoughChains(data, 1), create, outputs); err != nil {
		t.Error(err)
	}
	if err := toolkittest.Oracle(&structured.Hinge{Data: data}, create, outputs); err != nil {
		t.Error(err)
	}
	err := toolkittest.Oracle(testproblems.NewRoughChains(data, 0.5), create)
	expect(t, "half a slack", err, "Slack is too small: of example 1", "of family 0, row 0, column")
	if strings.Contains(err.Error(), "{") {
		t.Errorf("parts are numbers in braces: %v", err)
	}
	expect(t, "half a slack, with outputs", toolkittest.Oracle(testproblems.NewRoughChains(data, 0.5), create, outputs),
		"Grad leaves outputs out: of example 1", "and the output labels [")
	expect(t, "a negative slack", toolkittest.Oracle(testproblems.NewRoughChains(data, -1), create), "Slack is -")
	lazy := &structured.Hinge{Data: data, Decoder: first{}}
	expect(t, "one output alone", toolkittest.Oracle(lazy, create, outputs), "Grad leaves outputs out: of example")
}

// first finds no labels but those of a chain of zeros, or what is there.
type first struct{}

func (first) Decode(y []int, s *structured.ChainScores) float64 {
	if zeros := make([]int, len(y)); s.Of(zeros) > s.Of(y) {
		copy(y, zeros)
	}
	return s.Of(y)
}
