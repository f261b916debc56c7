package reproduce

import (
	"path"
	"slices"
)

// TimedValue tells by its name whether a value of a row or a column of a curve is a time, or follows from times alone,
// as the study declares (Times). All else is the same from run to run, bit for bit.
func (s Study) TimedValue(name string) bool {
	return slices.ContainsFunc(s.Times, func(pattern string) bool {
		is, err := path.Match(pattern, name)
		return is && err == nil
	})
}

// TimedClaim tells by its id whether a claim is judged on times, under some reading.
func (s Study) TimedClaim(id string) bool {
	return slices.ContainsFunc(s.Claims, func(c Criterion) bool { return c.ID == id && c.Timed })
}
