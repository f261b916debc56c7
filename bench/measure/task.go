package main

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/proxlab/proxlab/internal/machine"
)

// task is a piece of work that is timed, and finish, where it is not nil, what follows untimed.
type (
	task   func() (taken, finish, error)
	finish func(*taken) error
)

// taken is the line that is printed: processor seconds and seconds by the clock of a piece of work, the mean of so many
// times; and what it reached, null where that is not known.
type taken struct {
	Load, Fit, Wall       float64
	Times                 int
	Objective, Gap, Value *float64
	Status, Solver        string `json:",omitempty"`
	Iterations            int
	Limits                *rates `json:",omitempty"`
}

// least is how many seconds a measurement takes at least: shorter pieces are repeated.
const least = 0.05

// measure does a task once, or, serving, once for every line of the standard input until it ends. What came before,
// reading the data, is told as Load.
func measure(do task, serving bool) error {
	load := machine.ProcessorSeconds()
	out := json.NewEncoder(os.Stdout)
	in := bufio.NewScanner(os.Stdin)
	for !serving || in.Scan() {
		t, err := timed(do)
		if err != nil {
			return err
		}
		t.Load = load
		if err := out.Encode(t); err != nil || !serving {
			return err
		}
	}
	return in.Err()
}

// timed does a task until it took long enough. Garbage of what came before is not counted.
func timed(do task) (taken, error) {
	runtime.GC()
	begun, now := machine.ProcessorSeconds(), time.Now()
	for times := 1; ; times++ {
		t, after, err := do()
		if err != nil {
			return t, err
		}
		if wall := time.Since(now).Seconds(); wall >= least {
			t.Fit = (machine.ProcessorSeconds() - begun) / float64(times)
			t.Wall, t.Times = wall/float64(times), times
			if after != nil {
				err = after(&t)
			}
			return t, err
		}
	}
}

// known is a number that JSON can say, or nil.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
