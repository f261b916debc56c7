package compare

import (
	"fmt"
	"strings"
)

// Says says in sentences what the runs decide, and how many more would decide the rest.
func (s *Scores) Says() []string {
	out := append([]string{s.covers()}, s.decides()...)
	if r := s.Ranks(); len(r.Methods) > 0 {
		out = append(out, r.says())
	}
	if p, err := s.Performance(); err == nil {
		out = append(out, p.says(s.cost()))
	} else if s.Time != "" {
		out = append(out, err.Error()+".")
	}
	return out
}

// covers says what was compared.
func (s *Scores) covers() string {
	better := "less"
	if s.Higher {
		better = "more"
	}
	whole, all := s.problems()
	out := fmt.Sprintf("%s on %s, %s in all, told apart by %s: of %s %s is better.", count(len(s.Methods), "method"),
		count(len(s.Data), "data set"), count(all, "problem"), s.Over, s.Measure, better)
	if len(whole) < all {
		out += fmt.Sprintf(" On %d of the problems a method has no run; ranks and profiles leave them out.", all-len(whole))
	}
	return out
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// decides says of each method on which data it is told from the reference, and how many replications would do so where
// it is not: the most over all, if means and deviations stayed as they are.
func (s *Scores) decides() (out []string) {
	all := s.Differences()
	if len(all) == 0 {
		return nil
	}
	reference := s.Methods[s.reference()]
	most, open, never := 0, 0, 0
	for _, name := range s.Methods {
		on := map[string][]string{}
		for _, x := range all {
			if x.Method != name {
				continue
			}
			says := x.says()
			on[says] = append(on[says], x.Data)
			if !x.Decided && !x.Same {
				open, most = open+1, max(most, x.Needed)
				if x.Needed == 0 {
					never++
				}
			}
		}
		var parts []string
		for _, x := range all { // in the order of the data
			if where := on[x.says()]; x.Method == name && where != nil {
				parts = append(parts, x.says()+" on "+strings.Join(where, ", "))
				delete(on, x.says())
			}
		}
		if len(parts) > 0 {
			out = append(out, fmt.Sprintf("%s, beside %s: %s.", name, reference, strings.Join(parts, "; ")))
		}
	}
	switch {
	case open == 0:
		return append(out, fmt.Sprintf("All of %s are decided, at 95 %% for all together.", count(len(all), "comparison")))
	case never == open:
		return append(out, fmt.Sprintf("%d of %s are not decided, and no number of replications is known that would.", open,
			count(len(all), "comparison")))
	}
	more := fmt.Sprintf("%d of %s are not decided; about %d replications of each would do, if means and deviations stay.",
		open, count(len(all), "comparison"), most)
	if never > 0 {
		more += fmt.Sprintf(" Of %d no such number is known.", never)
	}
	return append(out, more)
}

// says is what came of a difference.
func (x Difference) says() string {
	switch {
	case x.Same:
		return "the same"
	case x.Decided && x.Better:
		return "better"
	case x.Decided:
		return "worse"
	}
	return "not decided"
}

// says is what the ranks decide.
func (r Ranks) says() string {
	of := "data sets"
	if r.OfRuns {
		of = "runs (there are fewer than five data sets: this is said of these data alone)"
	}
	out := fmt.Sprintf("Ranks over %d %s: ", r.Blocks, of)
	if !(r.PF < level) {
		out += fmt.Sprintf("they do not show that methods differ (Iman and Davenport, p = %.2g)", r.PF)
	} else {
		out += fmt.Sprintf("methods differ (Iman and Davenport, p = %.2g)", r.PF)
	}
	var apart, needed []string
	for _, p := range r.Pairs {
		if p.Holm < level {
			apart = append(apart, fmt.Sprintf("%s before %s", p.A, p.B))
		} else if p.Needed > 0 {
			needed = append(needed, fmt.Sprintf("%s and %s by about %d of them", p.A, p.B, p.Needed))
		}
	}
	if len(apart) > 0 {
		out += "; by Holm's procedure " + strings.Join(apart, ", ")
	}
	if len(needed) > 0 {
		out += "; Nemenyi's test would tell apart " + strings.Join(needed, ", ")
	}
	return out + "."
}

// says names the method that is the best most often, and what the others come to.
func (p Profile) says(cost string) string {
	const twice = 2
	var out []string
	for m, name := range p.Methods {
		out = append(out, fmt.Sprintf("%s %.0f %% and %.0f %%", name, 100*p.At(m, 1), 100*p.At(m, twice)))
	}
	return fmt.Sprintf("%s of the best, and within twice as much, on shares of %d problems: %s.", cost, p.Problems,
		strings.Join(out, ", "))
}
