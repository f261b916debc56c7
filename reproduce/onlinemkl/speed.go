package onlinemkl

import (
	"context"
	"fmt"
	"runtime"

	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// timedC is the C at which training is timed, at η0 = 1.
const timedC = 100.

// Speed is the processor seconds of training by row: of Gram matrices and all epochs.
type Speed struct{ Seconds map[string]float64 }

// speedKey is what the times depend on, beside the processor.
type speedKey struct {
	Data   origin
	Fold   int
	Timed  []string // rows, in their order
	C      float64
	Epochs int
}

// addSpeed times the rows wanted in one task: one after the other, in the literal setting, with nothing evaluated. It
// runs last, and splits the data itself, so that no fold is kept for it.
func (s *study) addSpeed(number int) {
	key := speedKey{Data: s.from, Fold: number, C: timedC, Epochs: epochs}
	for _, r := range s.rows {
		key.Timed = append(key.Timed, r.id)
	}
	about := plan.Task{
		Key: key, Label: fmt.Sprintf("fold %d, training times", number), Timed: true,
		Cost: float64(len(s.rows)) * s.from.letters() / 13000, Memory: 3 * s.matrix(), Uses: []plan.Data{s.data},
	}
	s.speed = plan.Add(s.Plan, about, func(ctx context.Context) (Speed, error) {
		f, err := s.split(ctx, number)
		if err != nil {
			return Speed{}, err
		}
		out := Speed{map[string]float64{}}
		for _, r := range s.rows {
			if out.Seconds[r.id], err = f.seconds(ctx, r); err != nil {
				return Speed{}, err
			}
		}
		return out, nil
	}).Checked(func(found Speed) error {
		for _, id := range key.Timed {
			if _, ok := found.Seconds[id]; !ok || len(found.Seconds) != len(key.Timed) {
				return fmt.Errorf("times of %d rows, not %d, %s among them: %t", len(found.Seconds), len(key.Timed), id, ok)
			}
		}
		return nil
	})
}

// seconds trains a row, its Gram matrices made anew.
func (f *fold) seconds(ctx context.Context, r row) (float64, error) {
	f.grams = map[string]linalg.Gram{}
	runtime.GC() // what the row before left is not this one's
	begun := machine.ProcessorSeconds()
	j := job{row: r, variant: literal, c: timedC, eta0: 1}
	blocks, err := f.blocks(ctx, j)
	if err != nil {
		return 0, err
	}
	words := f.train.sequences.Len()
	if _, err := j.chain(words).Train(ctx, blocks, &f.train.sequences, nil); err != nil {
		return 0, err
	}
	return machine.ProcessorSeconds() - begun, context.Cause(ctx)
}
