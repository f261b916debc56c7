package explore_test

import (
	"context"
	"errors"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
)

// TestLastIsKept: the last key is not made again, another is; an error is told and not kept, and what was made before
// stays.
func TestLastIsKept(t *testing.T) {
	t.Parallel()
	made := 0
	squares := explore.Last[int, int]{Make: func(_ context.Context, key int) (int, error) {
		made++
		if key < 0 {
			return 0, errTest
		}
		return key * key, nil
	}}
	for _, c := range []struct{ key, made int }{{0, 1}, {3, 2}, {3, 2}, {2, 3}, {3, 4}, {-1, 5}, {-1, 6}, {3, 6}} {
		got, err := squares.Of(t.Context(), c.key)
		if failed := c.key < 0; errors.Is(err, errTest) != failed || !failed && got != c.key*c.key || made != c.made {
			t.Errorf("%v: %d, made %d times, error %v", c, got, made, err)
		}
	}
}
