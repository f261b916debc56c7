package passing

import (
	"math"
	"testing"
)

func TestPassesLeft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, now, to, want float64 }{
		{1, 0.1, 0.001, 2}, {1, 0.1, 0.5, 0}, {1, 1, 0.1, -1}, {math.NaN(), 1, 0.1, -1}, {1, 0.1, 0.009, 2},
	} {
		if got := passesLeft(c.before, c.now, c.to); got != c.want {
			t.Errorf("%+v: %g", c, got)
		}
	}
}
