package plan

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/proxlab/proxlab/internal/machine"
)

const manyTasks = 10000

// many is a plan of tasks that wait for a millisecond, and take next to no processor time.
func many() *Plan {
	p := New("many", 1)
	for i := range manyTasks {
		Add(p, Task{Key: i, Label: fmt.Sprint(i)}, func(context.Context) ([]float64, error) {
			time.Sleep(time.Millisecond)
			return []float64{float64(i), math.NaN()}, nil
		})
	}
	return p
}

// BenchmarkOverhead measures what the engine adds to 10,000 tasks of a millisecond, with results kept, and how long the
// next run takes to find all of them.
func BenchmarkOverhead(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		before := machine.ProcessorSeconds()
		if err := many().Run(b.Context(), Options{Folder: dir, Workers: 8}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric((machine.ProcessorSeconds()-before)/manyTasks*1e3, "processor-ms/task")
		begun := time.Now()
		if err := many().Run(b.Context(), Options{Folder: dir}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(begun).Seconds(), "s/resume")
	}
}

// busy is a plan of tasks that compute for about 20 ms each.
func busy(n int) *Plan {
	p := New("busy", 1)
	for i := range n {
		Add(p, Task{Key: i}, func(context.Context) (float64, error) {
			sum := float64(i)
			for k := range 10_000_000 {
				sum += math.Sqrt(float64(k))
			}
			return sum, nil
		})
	}
	return p
}

// BenchmarkProcessors compares all workers in one plan with as many plans that have a worker each: a share of 1 is no
// loss at all.
func BenchmarkProcessors(b *testing.B) {
	const each = 200
	n := runtime.GOMAXPROCS(0)
	for b.Loop() {
		begun := time.Now()
		if err := busy(n*each).Run(b.Context(), Options{Folder: b.TempDir()}); err != nil {
			b.Fatal(err)
		}
		together := time.Since(begun)
		begun = time.Now()
		var g sync.WaitGroup
		for range n {
			dir := b.TempDir()
			g.Go(func() {
				if err := busy(each).Run(b.Context(), Options{Folder: dir, Workers: 1}); err != nil {
					b.Error(err)
				}
			})
		}
		g.Wait()
		b.ReportMetric(time.Since(begun).Seconds()/together.Seconds(), "share-of-single-runs")
	}
}
