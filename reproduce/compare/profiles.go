package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Profile says of each method which share of the problems it has done at each X: within X times what the best method
// took, or within X seconds.
type Profile struct {
	Methods  []string
	X        [][]float64 // of each method, rising: where its share grows
	Share    [][]float64
	Problems int
}

// ErrNoProfile says why there is no profile.
var ErrNoProfile = errors.New("there is no profile")

// Performance is the performance profile of the measure, or where times are given of the time to the target: ρ(τ) is
// the share of problems, data sets with draws, on which a method took at most τ times what the best one took. At τ = 1
// it is how often the method is the best, in the limit how often it succeeds. More must not be better, and values must
// be above 0; what is no number failed.
//
// Source: Dolan and Moré, Benchmarking Optimization Software with Performance Profiles, Math. Program. 91, 2002.
func (s *Scores) Performance() (Profile, error) {
	cost := func(r run) float64 { return s.loss(r.value) }
	if s.Time != "" {
		if err := s.comparable(); err != nil {
			return Profile{}, err
		}
		cost = func(r run) float64 { return r.time }
	}
	if s.Time == "" && s.Higher {
		return Profile{}, fmt.Errorf("%w of %s: it is a cost, of which less is better", ErrNoProfile, s.Measure)
	}
	var ratios [][]float64
	problems, _ := s.problems()
	for _, p := range problems {
		least := math.Inf(1)
		for _, r := range p.runs {
			if c := cost(r); c > 0 {
				least = min(least, c)
			} else {
				return Profile{}, fmt.Errorf("%w: %s is %g, and has to be above 0", ErrNoProfile, s.cost(), c)
			}
		}
		line := make([]float64, len(p.runs))
		for m, r := range p.runs {
			line[m] = math.Inf(1)
			if c := cost(r); !math.IsInf(c, 1) {
				line[m] = c / least
			}
		}
		ratios = append(ratios, line)
	}
	return s.profile(ratios)
}

// cost names what the profile is of.
func (s *Scores) cost() string {
	if s.Time != "" {
		return s.Time
	}
	return s.Measure
}

// TimeToGap is the share of problems that each method has solved to the target within a time.
func (s *Scores) TimeToGap() (Profile, error) {
	if s.Time == "" {
		return Profile{}, fmt.Errorf("%w of time: no fields with times and gaps are named", ErrNoProfile)
	}
	if err := s.comparable(); err != nil {
		return Profile{}, err
	}
	problems, _ := s.problems()
	var times [][]float64
	for _, p := range problems {
		line := make([]float64, len(p.runs))
		for m, r := range p.runs {
			line[m] = r.time
		}
		times = append(times, line)
	}
	return s.profile(times)
}

// comparable tells whether times were measured on one model of processor.
func (s *Scores) comparable() error {
	if len(s.processors) > 1 {
		return fmt.Errorf("%w of time: it was measured on different processors (%s)", ErrNoProfile,
			strings.Join(s.processors, "; "))
	}
	return nil
}

// profile is the distribution of what each method has on the problems.
func (s *Scores) profile(of [][]float64) (Profile, error) {
	if len(of) == 0 {
		return Profile{}, fmt.Errorf("%w: no data set has draws on which every method was run", ErrNoProfile)
	}
	p := Profile{Methods: s.Methods, Problems: len(of)}
	for m := range s.Methods {
		var x, share []float64
		for _, line := range of {
			if !math.IsInf(line[m], 1) {
				x = append(x, line[m])
			}
		}
		slices.Sort(x)
		for i := range x {
			share = append(share, float64(i+1)/float64(len(of)))
		}
		p.X, p.Share = append(p.X, x), append(p.Share, share)
	}
	return p, nil
}

// At is the share of problems that the m-th method has done at x.
func (p Profile) At(m int, x float64) float64 {
	n, found := slices.BinarySearch(p.X[m], x)
	for found && n < len(p.X[m]) && p.X[m][n] == x {
		n++
	}
	return float64(n) / float64(p.Problems)
}
