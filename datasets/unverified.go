package datasets

import (
	"fmt"

	"github.com/proxlab/proxlab/datasets/array"
)

// published is how many examples and features a set has in the words of its source. They are easily met by other
// data, and say only when data are certainly others.
type published struct {
	train, test, features int // no test part where test is 0
}

// doubt says why data are unverified, with what their counts say.
func (p published) doubt(train, test *array.Examples) string {
	const begins = "no checksum is registered"
	found := published{train.X.R, 0, train.X.C}
	if test != nil {
		found.test, found.features = test.X.R, max(train.X.C, test.X.C)
	}
	switch p {
	case published{}:
		return begins
	case found:
		return begins + "; there are as many examples and features as were published"
	}
	return fmt.Sprintf("%s; there are %v, and %v were published", begins, found, p)
}

// String reads "20242 + 677399 examples and 47236 features".
func (p published) String() string {
	examples := fmt.Sprint(p.train)
	if p.test > 0 {
		examples += fmt.Sprintf(" + %d", p.test)
	}
	return fmt.Sprintf("%s examples and %d features", examples, p.features)
}
