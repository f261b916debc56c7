package solver

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
)

// Seq is a sequence of states. The error is nil but for the last element.
type Seq[S Reporter] = iter.Seq2[S, error]

// Step takes one iteration: it changes the state, and returns the number that must stay finite, which is the
// objective, or the loss of a pass where that is all there is.
type Step func(ctx context.Context) (watched float64, err error)

// ErrDiverged ends a sequence whose objective has become NaN or infinite.
var ErrDiverged = errors.New("solver: the objective is no longer finite")

// Sequence is the loop of every solver. Ranging over it calls begin, which makes a state and the step that moves it
// on, or says what is wrong with the problem; then it takes steps, and yields the state after each, until the loop's
// body breaks, the context ends (see Interrupted), a step fails, or its number is not finite any more.
func Sequence[S Reporter](ctx context.Context, begin func() (S, Step, error)) Seq[S] {
	return func(yield func(S, error) bool) {
		s, step, err := begin()
		for {
			if err == nil {
				err = context.Cause(ctx)
			}
			if err == nil {
				var watched float64
				if watched, err = step(ctx); err == nil && !Finite(watched) {
					err = ErrDiverged
				}
			}
			if ended := Interrupted(ctx); err != nil && ended != nil {
				err = ended
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// Interrupted is the error of what the end of a context cut short, in which errors.Is finds its cause and
// context.Canceled or context.DeadlineExceeded; nil while the context goes on.
func Interrupted(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(cause, err):
		return fmt.Errorf("interrupted: %w", cause)
	}
	return fmt.Errorf("interrupted: %w (%w)", cause, err)
}

// Finite tells whether v is a number that is neither infinite nor NaN.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Slack is the share of an objective that rounding may add to it: a line search near the minimum that allows it still
// lets the gap fall.
const Slack = 1e-14
