// Package survival makes probabilities of scores of proportional hazards, and judges them: baseline hazards, curves of
// Kaplan and Meier, and Brier scores over time.
package survival

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat"
)

// Baseline are the hazards of an example of the score Score; those of another with the score f are exp(f − Score) times
// as large, so that it survives the time t with the probability
//
//	S(t) = exp(−Λ(t) exp(f − Score)),
//
// with Λ of its stratum.
type Baseline struct {
	Score  float64   `json:"score"`
	Strata []Stratum `json:"strata"`
}

// Stratum is the cumulative hazard Λ of a stratum: 0 before the first of its times, and Hazard[k] from Times[k] on.
// What happens after Last, until which somebody was watched, is not known.
type Stratum struct {
	Name   string    `json:"name,omitempty" model:"optional"`
	Times  []float64 `json:"times"`
	Hazard []float64 `json:"hazard"`
	Last   float64   `json:"last"`
}

// Hazards is a bound loss of times that knows how cumulative baseline hazards rise, as loss.Cox does: EachHazard is for
// examples of scores f, with the hazards of the score 0, and calls do for each stratum from the last time to the first.
type Hazards interface {
	EachHazard(f []float64, do func(stratum int64, time, rise float64))
}

// NewBaseline are the baseline hazards of examples by their scores and times y in a bound loss: by Breslow's estimate,
// or Efron's where the loss has his ties. The score is their mean. Names are those of the strata, which count them from
// 0; nil for one stratum.
//
// Source: Breslow, Discussion of Professor Cox's Paper, J. R. Statist. Soc. B 1972; for Efron's ties Therneau and
// Grambsch, Modeling Survival Data, 2000, section 10.2.3.
func NewBaseline(of Hazards, scores, y []float64, strata []int64, names []string) *Baseline {
	out := &Baseline{Score: stat.Mean(scores, nil), Strata: make([]Stratum, max(1, len(names)))}
	centred := slices.Clone(scores)
	for i := range centred {
		centred[i] -= out.Score
		s := &out.Strata[0]
		if strata != nil {
			s = &out.Strata[strata[i]]
		}
		s.Last = math.Max(s.Last, y[i])
	}
	of.EachHazard(centred, func(stratum int64, time, rise float64) { // the last time first
		s := &out.Strata[stratum]
		if k := len(s.Times) - 1; k >= 0 && s.Times[k] == time {
			s.Hazard[k] += rise
			return
		}
		s.Times, s.Hazard = append(s.Times, time), append(s.Hazard, rise)
	})
	for k := range out.Strata {
		s := &out.Strata[k]
		slices.Reverse(s.Times)
		slices.Reverse(s.Hazard)
		for i := 1; i < len(s.Hazard); i++ {
			s.Hazard[i] += s.Hazard[i-1]
		}
		if names != nil {
			s.Name = names[k]
		}
	}
	return out
}

// At is the probability to survive t with a score.
func (s *Stratum) At(t, score float64) float64 {
	k := sort.Search(len(s.Times), func(k int) bool { return s.Times[k] > t })
	if k == 0 {
		return 1
	}
	return math.Exp(-s.Hazard[k-1] * math.Exp(score))
}

// At is the probability to survive t with a score, in the stratum of a place.
func (b *Baseline) At(stratum int, t, score float64) float64 {
	return b.Strata[stratum].At(t, score-b.Score)
}

// Find is the place of a stratum by its name; an error names those that there are.
func (b *Baseline) Find(name string) (int, error) {
	at := slices.IndexFunc(b.Strata, func(s Stratum) bool { return s.Name == name })
	if at < 0 {
		var known []string
		for _, s := range b.Strata {
			known = append(known, s.Name)
		}
		return 0, fmt.Errorf("the model has learnt no stratum %.60q; there are %.200q", name, known)
	}
	return at, nil
}

// Check tests that times rise, and hazards with them; nil is none.
func (b *Baseline) Check() error {
	if b == nil {
		return nil
	}
	if len(b.Strata) == 0 {
		return errors.New("its baseline has no stratum")
	}
	if math.IsNaN(b.Score) || math.IsInf(b.Score, 0) {
		return fmt.Errorf("its baseline is of the score %g", b.Score)
	}
	for _, s := range b.Strata {
		if len(s.Times) != len(s.Hazard) {
			return fmt.Errorf("its baseline %.60q has %d times and %d hazards", s.Name, len(s.Times), len(s.Hazard))
		}
		for k, t := range s.Times {
			if !(t >= 0 && s.Hazard[k] >= 0 && !math.IsInf(s.Hazard[k], 1)) ||
				k > 0 && !(t > s.Times[k-1] && s.Hazard[k] >= s.Hazard[k-1]) || t > s.Last {
				return fmt.Errorf("its baseline %.60q does not rise at the time %g", s.Name, t)
			}
		}
	}
	return nil
}
