package onlinemkl

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// timedC is the C at which training is timed.
const timedC = 100.

// Speed is the processor seconds of training on a fold, by row and for each rate timed: of Gram matrices and all
// epochs.
type Speed struct{ Seconds map[string][]float64 }

// speedKey is what the times depend on, beside the processor.
type speedKey struct {
	Data   origin
	Fold   int
	Timed  []string // rows, in their order
	C      float64
	Rates  []float64
	Epochs int
}

// timedRates are the η0 that rows are timed at: mistakes take time, and another η0 makes another number of them.
func (s *study) timedRates() []float64 {
	if s.Wants(needRates...) {
		return rates
	}
	return []float64{1}
}

// trainSeconds returns the training seconds of what was chosen on each fold; nil while some are not there.
func (s *study) trainSeconds(all []choice) (out []float64) {
	for _, ch := range all {
		timed := s.speed[ch.fold]
		if timed == nil {
			return nil
		}
		speed, ok := timed.Get()
		if !ok {
			return nil
		}
		out = append(out, speed.Seconds[ch.row][slices.Index(s.timedRates(), ch.Eta0)])
	}
	return out
}

// addSpeed times the rows wanted on a fold in one task: one after the other, in the literal setting, with nothing
// evaluated. It runs last, and splits the data itself, so that no fold is kept for it.
func (s *study) addSpeed(number int) {
	key := speedKey{Data: s.from, Fold: number, C: timedC, Rates: s.timedRates(), Epochs: epochs}
	for _, r := range s.rows {
		key.Timed = append(key.Timed, r.id)
	}
	about := plan.Task{
		Key: key, Label: fmt.Sprintf("fold %d, training times", number), Timed: true,
		Cost: float64(len(s.rows)*len(key.Rates)) * s.from.letters() / 13000, Memory: 3 * s.matrix(),
		Uses: []plan.Data{s.data},
	}
	s.speed[number] = plan.Add(s.Plan, about, func(ctx context.Context) (Speed, error) {
		f, err := s.split(ctx, number)
		if err != nil {
			return Speed{}, err
		}
		out := Speed{map[string][]float64{}}
		for _, r := range s.rows {
			for _, eta0 := range key.Rates {
				seconds, err := f.seconds(ctx, r, eta0)
				if err != nil {
					return Speed{}, err
				}
				out.Seconds[r.id] = append(out.Seconds[r.id], seconds)
			}
		}
		return out, nil
	}).Checked(func(found Speed) error {
		for _, id := range key.Timed {
			if n := len(found.Seconds[id]); n != len(key.Rates) || len(found.Seconds) != len(key.Timed) {
				return fmt.Errorf("times of %d rows, not %d; %d of %s", len(found.Seconds), len(key.Timed), n, id)
			}
		}
		return nil
	})
}

// seconds trains a row at an η0, its Gram matrices made anew.
func (f *fold) seconds(ctx context.Context, r row, eta0 float64) (float64, error) {
	f.grams = map[string]linalg.Gram{}
	runtime.GC() // what the row before left is not this one's
	begun := machine.ProcessorSeconds()
	j := job{row: r, variant: literal, c: timedC, eta0: eta0}
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
