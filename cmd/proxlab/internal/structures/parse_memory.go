package structures

import (
	"runtime"
	"runtime/debug"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// saveMemory bounds the memory beside large tables of weights, until restore is called, by what these will take:
// garbage is collected sooner, and given back. Tables hold no pointers, so that it takes little time. What is called
// between gives back what one epoch took and the next may not.
func saveMemory(c structures.Parser) (between, restore func()) {
	const large, share = 64 << 20, 10 // bytes of tables; percent of the heap
	p, bits, each := len(c.Templates), c.Bits, 4
	if p == 0 {
		p = len(templates.Reconstructed())
	}
	if bits == 0 {
		bits = 17
	}
	if p<<bits < large/4 {
		return func() {}, func() {}
	}
	if c.Select > 0 {
		p = min(p, c.Select)
	}
	if c.Average {
		each = 8
	}
	var now runtime.MemStats
	old := debug.SetGCPercent(share)
	runtime.GC()
	runtime.ReadMemStats(&now)
	tables := (p + len(c.Always)) * each << bits
	limit := debug.SetMemoryLimit(int64(now.HeapAlloc) + int64(tables)*2 + large/2)
	return debug.FreeOSMemory, func() {
		debug.SetGCPercent(old)
		debug.SetMemoryLimit(limit)
	}
}
