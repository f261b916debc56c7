package reproduce

import (
	"regexp"
	"slices"
)

// What a clock measured differs from run to run. All else in the records of the studies is the same bit for bit, and
// here stand the names of what is not.
var (
	timedValues = regexp.MustCompile(`^(train_|optimum_)?seconds(_of_folds)?$` + // onlinemkl, proxsvm, tracenorm
		`|^nanoseconds_per_nonzero_` + // proxsvm
		`|-cpu$|^((each|met|step[34])_)?cpu(_|$)|^(ratio|bound)_1e-|^test_error_least_at$`) // tracenorm
	timedTexts    = regexp.MustCompile(`\(s\)|[Ss]econds|[Tt]ime|[Ss]peed|ns/|faster|: s$|^(in|at) s$`)
	timedCaptions = regexp.MustCompile(`^Time of `)
	timedClaims   = []string{
		"D-M5b", "D-M6a", "D-M6b", "D-R1", "D-R3", "D-R4", "D-R5a", "D-R6a", "D-R6b", "D-R7a",
	}
)

// TimedValue tells by its name whether a value of a row or a column of a curve is a time, or follows from times alone.
func TimedValue(name string) bool { return timedValues.MatchString(name) }

// TimedText tells by the heading of a column, or the name of a row, whether a table as it is shown has times there.
func TimedText(text string) bool { return timedTexts.MatchString(text) }

// TimedCaption tells by its caption whether a table as it is shown has times alone.
func TimedCaption(text string) bool { return timedCaptions.MatchString(text) }

// TimedClaim tells by its id whether a claim is judged on times.
func TimedClaim(id string) bool { return slices.Contains(timedClaims, id) }
