package structures

import (
	"runtime/debug"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// saveMemory has garbage collected sooner beside large tables of weights, until restore is called: these hold no
// pointers, so that it takes little time. What is called between gives back what one epoch took and the next may not.
func saveMemory(c structures.Parser) (between, restore func()) {
	const large, share = 64 << 20, 10 // bytes of tables; percent of the heap
	p, bits := len(c.Templates), c.Bits
	if p == 0 {
		p = len(templates.Reconstructed())
	}
	if bits == 0 {
		bits = 17
	}
	if p<<bits < large/4 {
		return func() {}, func() {}
	}
	old := debug.SetGCPercent(share)
	return debug.FreeOSMemory, func() { debug.SetGCPercent(old) }
}
