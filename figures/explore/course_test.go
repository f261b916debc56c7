package explore_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
)

var errTest = errors.New("it fails")

// counting counts from start by ones, to its end; one that begins at 100 fails at once. began and steps are how often
// it was started, and the steps it took in all.
func counting(end int, began, steps *int) *explore.Course[int, *int, int] {
	return &explore.Course[int, *int, int]{
		Begin: func(ctx context.Context, start int) iter.Seq2[*int, error] {
			*began++
			return func(yield func(*int, error) bool) {
				for k := range end {
					*steps++
					err := ctx.Err()
					if start == 100 {
						err = errTest
					}
					at := start + k
					if !yield(&at, err) || err != nil {
						return
					}
				}
			}
		},
		Keep: func(s *int) int { return *s },
	}
}

// TestCourseGoesOn: more steps of the same key continue, fewer take none, another key starts anew, and every answer is
// what a fresh course says.
func TestCourseGoesOn(t *testing.T) {
	t.Parallel()
	var began, steps int
	c := counting(10, &began, &steps)
	for _, x := range []struct{ key, n, began, steps int }{
		{1, 3, 1, 3},   // the first three
		{1, 5, 1, 5},   // two more
		{1, 2, 1, 5},   // back
		{1, 5, 1, 5},   // and there again
		{2, 2, 2, 7},   // another
		{1, 2, 3, 9},   // which was forgotten
		{1, 12, 3, 17}, // to its end
		{1, 11, 3, 17},
	} {
		got, ended, err := c.To(t.Context(), x.key, x.n)
		var b, s int
		want, wantEnded, _ := counting(10, &b, &s).To(t.Context(), x.key, x.n)
		if err != nil || !slices.Equal(got, want) || ended != wantEnded || ended != (x.n > 10) {
			t.Errorf("%v: %v %v, anew %v %v; error %v", x, got, ended, want, wantEnded, err)
		}
		if began != x.began || steps != x.steps {
			t.Errorf("%v: begun %d times, %d steps in all", x, began, steps)
		}
	}
}

// TestCourseInterrupted: a context that ends stops it between steps, and what was computed is kept; an error is told,
// and the next question starts anew.
func TestCourseInterrupted(t *testing.T) {
	t.Parallel()
	var began, steps int
	c := counting(10, &began, &steps)
	ctx, cancel := context.WithCancel(t.Context())
	if _, _, err := c.To(ctx, 1, 4); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, _, err := c.To(ctx, 1, 8); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context's end", err)
	}
	got, _, err := c.To(t.Context(), 1, 8)
	if err != nil || began != 1 || steps != 8 || len(got) != 8 {
		t.Errorf("%v after an interrupt: begun %d times, %d steps; error %v", got, began, steps, err)
	}
	for range 2 {
		if _, _, err := c.To(t.Context(), 100, 1); !errors.Is(err, errTest) {
			t.Error(err)
		}
	}
	if began != 3 {
		t.Errorf("begun %d times, with two failures", began)
	}
}

func TestGroups(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ word, want string }{
		{"1 2; 2 3", "[[0 1] [1 2]]"}, {" ;4;", "[[3]]"}, {"", "[]"},
		{"5", "1 to 4"}, {"0", "1 to 4"}, {"a", "1 to 4"}, {"2 1 2", "twice"},
	} {
		groups, err := explore.Groups(c.word, 4)
		if got := fmt.Sprint(groups, err); !strings.Contains(got, c.want) {
			t.Errorf("%q: %s, which lacks %s", c.word, got, c.want)
		}
	}
}
