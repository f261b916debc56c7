package fetch

import (
	"fmt"
	"math"
	"time"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/machine"
)

// Progress is told how many bytes of a download there are, of how many in all (−1 where unknown).
type Progress func(done, total int64)

// Fetcher downloads sets. What is 0 has a value that suits most networks.
type Fetcher struct {
	// Idle is how long a server may send nothing (30 s), Total what a file may take with all its tries (2 h).
	Idle, Total time.Duration
	// Tries are how many times in a row a server may bring nothing new (5). The first comes again after Wait (1 s), and
	// the others each after twice the time before, or when the server says.
	Tries int
	Wait  time.Duration
	// MaxBytes is the most that a file may have (2 GiB), MaxUnpacked the most that becomes of it (4 GiB).
	MaxBytes, MaxUnpacked int64
	// Progress returns who is told of a file; Notice is told what goes wrong and is tried again. Both may be nil.
	Progress func(f source.File) Progress
	Notice   func(format string, args ...any)

	free func(dir string) float64 // for tests
}

// withDefaults fills in what is 0.
func (d Fetcher) withDefaults() Fetcher {
	or := func(v *time.Duration, otherwise time.Duration) {
		if *v <= 0 {
			*v = otherwise
		}
	}
	or(&d.Idle, 30*time.Second)
	or(&d.Total, 2*time.Hour)
	or(&d.Wait, time.Second)
	if d.Tries <= 0 {
		d.Tries = 5
	}
	if d.MaxBytes <= 0 {
		d.MaxBytes = 2 << 30
	}
	if d.MaxUnpacked <= 0 {
		d.MaxUnpacked = source.MaxUnpacked
	}
	if d.Progress == nil {
		d.Progress = func(source.File) Progress { return nil }
	}
	if d.Notice == nil {
		d.Notice = func(string, ...any) {}
	}
	if d.free == nil {
		d.free = machine.FreeSpace
	}
	return d
}

// enough tells whether a disk takes so many bytes more.
func (d Fetcher) enough(dir string, more int64) error {
	const margin = 16 << 20
	if free := d.free(dir); !math.IsInf(free, 1) && free < float64(more)+margin {
		return final{fmt.Errorf("the file needs %d MiB, and %d MiB are free on the disk of %s: make room, or set "+
			"XDG_CACHE_HOME to a folder elsewhere", (more>>20)+1, int64(free)>>20, dir)}
	}
	return nil
}

// final is an error that another try would not mend.
type final struct{ error }

func (e final) Unwrap() error { return e.error }
