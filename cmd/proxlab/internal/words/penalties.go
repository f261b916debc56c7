package words

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
)

// SumHelp says how penalties are put together.
const SumHelp = `Penalties with strengths are summed, and [] between two takes the least over
w = u + v of the first at u and the second at v (infimal convolution):

  --penalty tv=0.02 --penalty l1=0.01       0.02 tv(w) + 0.01 ‖w‖₁
  --penalty 'l1=0.03 [] group-max=0.08'     parts that are sparse, and in groups
  --penalty 'l1(L)=0.02' --map L.txt        0.02 ‖L w‖₁ for the matrix of a file

λ multiplies the sum: 1 where all strengths are given, --lambda, or a path.
Of one penalty or two several strengths may be tried; --cv chooses from the grid:

  --penalty tv=0.1,0.03,0.01 --penalty l1=0.1..0.001:5 --cv 5`

// Part is a penalty of a sum, c Ω or the infimal convolution of several of these.
type Part []weighted

// weighted is a penalty with its strength.
type weighted struct {
	penaltyWord
	strength float64
	several  []float64 // strengths to be tried, which fall; nil for one
	text     string    // the strengths as given
	given    bool      // the strength
	mapped   bool      // of L w
}

// Penalties are what --penalty says: a sum of parts.
type Penalties []Part

// Only is a penalty by itself.
func Only(p penaltyWord) Penalties { return Penalties{{weighted{penaltyWord: p, strength: 1}}} }

// convolved stands between the penalties of an infimal convolution, and ofMap behind one of L w, for the L of --map.
const (
	convolved = "[]"
	ofMap     = "(L)"
)

// ParsePenalties reads the values of --penalty, each of which is a part: penalties with strengths, as in tv=0.02,
// or of L w, as in l1(L)=0.02, between which [] stands; none where there are none.
func ParsePenalties(texts []string) (out Penalties, err error) {
	if len(texts) == 0 {
		texts = []string{noPenalty}
	}
	for _, text := range texts {
		var part Part
		for of := range strings.SplitSeq(text, convolved) {
			w, err := parseWeighted(strings.TrimSpace(of))
			if err != nil {
				return nil, err
			}
			part = append(part, w)
		}
		out = append(out, part)
	}
	if _, _, single := out.Single(); single {
		return out, nil
	}
	for w := range out.each {
		if w.word == noPenalty {
			return nil, errors.New("--penalty none stands alone: it is no part of a sum")
		}
	}
	return out, nil
}

// ParseAt is ParsePenalties, and no penalty where λ is the number 0, and not where a path ends.
func ParseAt(texts []string, lambda string, path int) (out Penalties, left string, err error) {
	if v, bad := strconv.ParseFloat(lambda, 64); bad == nil && v == 0 && path == 0 {
		texts, lambda = nil, ""
	}
	out, err = ParsePenalties(texts)
	return out, lambda, err
}

// noPenalty is the word for no penalty.
const noPenalty = "none"

// parseWeighted reads WORD or WORD=STRENGTH.
func parseWeighted(text string) (w weighted, err error) {
	word, number, given := strings.Cut(text, "=")
	word, mapped := strings.CutSuffix(strings.TrimSpace(word), ofMap)
	p, known := PenaltyOf(word)
	if !known {
		return w, ui.WordError("penalty", word, PenaltyWords())
	}
	w = weighted{penaltyWord: p, strength: 1, given: given, mapped: mapped}
	if !given {
		return w, nil
	}
	if p.word == noPenalty {
		return w, fmt.Errorf("--penalty %s: no penalty has no strength", text)
	}
	several, err := strengthsOf(p.word, number)
	if err != nil {
		return w, fmt.Errorf("--penalty %s: %w", text, err)
	}
	if w.one(several[0]); len(several) > 1 {
		w.several, w.text = several, strings.Join(strings.Fields(number), "")
	}
	return w, nil
}

// one is the only strength.
func (w *weighted) one(v float64) {
	w.strength, w.several, w.text = v, nil, strconv.FormatFloat(v, 'g', -1, 64)
}

// Several is the grid of strengths; nil where no penalty has several.
func (p Penalties) Several() (out Grid) {
	for w := range p.each {
		if w.several == nil {
			continue
		}
		name := w.word
		if w.mapped {
			name += ofMap
		}
		out = append(out, Strengths{name, w.several})
	}
	return out
}

// With are the penalties with one strength for each that has several.
func (p Penalties) With(strengths ...float64) Penalties {
	out := make(Penalties, len(p))
	for k, part := range p {
		out[k] = slices.Clone(part)
		for i, w := range part {
			if w.several != nil {
				out[k][i].one(strengths[0])
				strengths = strengths[1:]
			}
		}
	}
	return out
}

// each goes through all penalties.
func (p Penalties) each(yield func(weighted) bool) {
	for _, part := range p {
		for _, w := range part {
			if !yield(w) {
				return
			}
		}
	}
}

// Single is the one penalty there is, and of L w as word(L), with its strength where that is given, else 0; ok is false
// of a sum.
func (p Penalties) Single() (word string, strength float64, ok bool) {
	if len(p) != 1 || len(p[0]) != 1 {
		return "", 0, false
	}
	w := p[0][0]
	if w.given {
		strength = w.strength
	}
	w.given = false
	return Penalties{{w}}.String(), strength, true
}

// Given tells whether all strengths are.
func (p Penalties) Given() bool {
	for w := range p.each {
		if !w.given {
			return false
		}
	}
	return true
}

// Has tells whether some penalty is of one of some words.
func (p Penalties) Has(words ...string) bool {
	for w := range p.each {
		if slices.Contains(words, w.word) {
			return true
		}
	}
	return false
}

// takes tells whether some penalty takes a flag.
func (p Penalties) takes(flag string) bool {
	for w := range p.each {
		if w.has(flag) {
			return true
		}
	}
	return false
}

// String is the sum as it may be given.
func (p Penalties) String() string {
	var sum []string
	for _, part := range p {
		var between []string
		for _, w := range part {
			text := w.word
			if w.mapped {
				text += ofMap
			}
			if w.given {
				text += "=" + w.text
			}
			between = append(between, text)
		}
		sum = append(sum, strings.Join(between, " "+convolved+" "))
	}
	return strings.Join(sum, " + ")
}

// OfMap is a penalty that stands alone as one of L w; a sum stays as it is.
func (p Penalties) OfMap() Penalties {
	if _, _, single := p.Single(); single {
		w := p[0][0]
		w.mapped = true
		return Penalties{{w}}
	}
	return p
}

// Mapped tells whether some penalty is of L w.
func (p Penalties) Mapped() bool {
	for w := range p.each {
		if w.mapped {
			return true
		}
	}
	return false
}

// check says what of the penalties does not go together; beside tells that there are constraints.
func (p Penalties) check(beside bool) error {
	_, _, single := p.Single()
	for w := range p.each {
		switch {
		case w.mapped && w.word == noPenalty:
			return errors.New("--penalty none(L): no penalty is of no map")
		case (!single || w.mapped || beside) && w.has("gamma"):
			return fmt.Errorf("--penalty %s: %s is not convex, and goes with no other penalty, constraint or map", p, w.word)
		}
	}
	return nil
}

// bounds tells whether there are some.
func (f *StructureFlags) bounds() bool { return f.Nonnegative || f.Bounds != "" }

// Bounded tells whether weights are bounded or constrained.
func (f *StructureFlags) Bounded() bool { return f.bounds() || len(f.Constraints) > 0 }

// Constrains tells whether there are constraints beside the penalties: bounds are part of l1 and of none.
func (f *StructureFlags) Constrains(p Penalties) bool {
	return len(f.Constraints) > 0 || f.bounds() && (!p.boundable() || f.Factors != "")
}

// boundable tells whether bounds may be part of the penalty.
func (p Penalties) boundable() bool {
	word, _, single := p.Single()
	return single && (word == noPenalty || word == "l1")
}
