package main

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// rates are what the machine can do on the processors that Go may use: bytes a second of a triad a ← b + s c, counted
// as 24 for a number, and of reading, and operations a second of fused multiplications and additions, 2 each.
type rates struct {
	Triad, Read, Flops float64
	Bytes              int // of each array
	Processors         int
	Processor, Kernel  string
}

// limits measures rates, the best of some tries.
func limits() (taken, finish, error) {
	kernel, err := linalg.Kernel()
	if err != nil {
		return taken{}, nil, err
	}
	n := arrayBytes() / 8
	a, b, c := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range a {
		a[i], b[i], c[i] = 1, 2, 3
	}
	procs := runtime.GOMAXPROCS(0)
	r := rates{Bytes: 8 * n, Processors: procs, Processor: machine.Processor(), Kernel: kernel}
	r.Triad = 24 * float64(n) / quickest(procs, func(k int) {
		lo, hi := k*n/procs, (k+1)*n/procs
		triad(a[lo:hi], b[lo:hi], c[lo:hi], 1e-3)
	})
	sums := make([]float64, procs)
	r.Read = 16 * float64(n) / quickest(procs, func(k int) {
		lo, hi := k*n/procs, (k+1)*n/procs
		sums[k] = linalg.Dot(b[lo:hi], c[lo:hi])
	})
	count := make([]float64, procs)
	r.Flops = 1 / quickest(procs, func(k int) { count[k] = fused(kernel) })
	var flops float64
	for _, f := range count {
		flops += f
	}
	r.Flops *= flops
	return taken{Limits: &r}, nil, nil
}

// quickest is the least time of ten in which all processors are done with their parts: the processor seconds of one,
// which other work on the machine disturbs least.
func quickest(procs int, part func(k int)) float64 {
	best := math.Inf(1)
	for range 10 {
		var all sync.WaitGroup
		begun := machine.ProcessorSeconds()
		for k := range procs {
			all.Go(func() { part(k) })
		}
		all.Wait()
		best = min(best, (machine.ProcessorSeconds()-begun)/float64(procs))
	}
	return best
}

func triad(a, b, c []float64, s float64) {
	b, c = b[:len(a)], c[:len(a)]
	for i := range a {
		a[i] = b[i] + s*c[i]
	}
}

// arrayBytes is four times the last cache, which the arrays do not fit into then, within a gigabyte.
func arrayBytes() int {
	last := 32 << 20
	files, _ := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*/size")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if kilo, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(string(text)), "K")); err == nil {
			last = max(last, kilo<<10)
		}
	}
	return min(4*last, 1<<30)
}

// inCache counts the operations of products of matrices that fit into the caches: where there is no loop of fused
// operations on registers, their rate stands for the processor's.
func inCache() float64 {
	const n, times = 128, 40
	a, b, c := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	for range times {
		linalg.Gemm(c, a, b, n, n, n, false)
	}
	return 2 * n * n * n * times
}
