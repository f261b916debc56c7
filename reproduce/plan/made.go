package plan

import (
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/proxlab/proxlab/internal/machine"
)

// Made says how a result came about.
type Made struct {
	Seconds   float64 `json:"seconds"`
	Processor string  `json:"processor"`
	Level     string  `json:"level"` // what rounding depends on: machine.Level
	Cores     int     `json:"cores"`
	Host      string  `json:"host"`
}

// here describes this process, for every result it makes.
var here = sync.OnceValue(func() Made {
	host, _ := os.Hostname()
	return Made{Processor: machine.Processor(), Level: machine.Level(), Cores: runtime.GOMAXPROCS(0), Host: host}
})

// Levels returns the levels of instructions that the results there are were made with, sorted. Results of different
// levels may differ in their last bits.
func (p *Plan) Levels() []string {
	return distinct(p.tasks, func(t *task) string { return t.made.Level })
}

// Processors returns the models of processors that the results there are were made on, sorted.
func (p *Plan) Processors() []string {
	return distinct(p.tasks, func(t *task) string { return t.made.Processor })
}

// Read runs f and returns the models of the processors on which the times were measured that f read, sorted: the Timed
// results among those it took by Get.
func (p *Plan) Read(f func()) (processors []string) {
	p.reading, p.watched = nil, true
	f()
	p.watched = false
	timed := slices.DeleteFunc(p.reading, func(t *task) bool { return !t.Timed })
	return distinct(timed, func(t *task) string { return t.made.Processor })
}

func distinct(tasks []*task, of func(*task) string) (out []string) {
	for _, t := range tasks {
		if v := of(t); t.state == done && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}
