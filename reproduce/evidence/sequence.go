package evidence

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// From is a number of replications that was planned before any of them was seen. More may be added later, whenever and
// as often as one likes, also because they have not decided yet: the intervals of its findings hold at all numbers from
// it on at once. 0 says that the number was planned and is never raised; then they are Student's.
//
// They are the t-sequence of Lai (Annals of Statistics 4, 1976): the mean of n ≥ m normal numbers, of which the n − 1
// degrees of freedom have the standard error e, is off by more than e √((n − 1)(c(n)^(1/n) − 1)) for some n with a
// probability of 2(1 − F(a) + a f(a)), where c(n) = (1 + a²/(m − 1))^m n/m, and F, f are of Student's distribution with
// m − 1 degrees of freedom. At n = m that is a standard errors, and later about as many: 7.6 from m = 3, where
// Student's has 4.3; 3.4 from 10 and 3.1 from 20, where it has 2.3 and 2.1.
type From int

// reach returns by how many standard errors of so much freedom the mean of n replications may be off, of which it
// misses so often. A plan of fewer than m replications was planned so itself.
func (m From) reach(n int, miss float64) func(freedom float64) float64 {
	if m == 0 {
		return func(freedom float64) float64 { return student(freedom, 1-miss/2) }
	}
	first := float64(max(2, min(int(m), n)))
	at := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: first - 1}
	a := crossing(1, 1e6, func(a float64) bool { return 2*(at.Survival(a)+a*at.Prob(a)) < miss })
	grown := first*math.Log1p(a*a/(first-1)) - math.Log(first)
	return func(freedom float64) float64 {
		n := freedom + 1
		return math.Sqrt(freedom * math.Expm1((grown+math.Log(n))/n))
	}
}

// crossing returns where something that is false below and true above begins to be true.
func crossing(low, high float64, is func(x float64) bool) float64 {
	for range 60 {
		middle := (low + high) / 2
		if is(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return (low + high) / 2
}

// student returns the quantile of Student's distribution.
func student(freedom, certainty float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(certainty)
}
