package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// prefetch writes what asks for the cache lines of a sparse row, and does not wait for them.
func prefetch() {
	TEXT("prefetchRow", NOSPLIT, "func(columns []int32, values []float64)")
	Pragma("noescape")
	for _, array := range []struct {
		name string
		log2 uint64 // of the bytes of an entry
	}{{"columns", 2}, {"values", 3}} {
		at := Load(Param(array.name).Base(), GP64()).(reg.GPVirtual)
		left := Load(Param(array.name).Len(), GP64()).(reg.GPVirtual)
		SHLQ(Imm(array.log2), left)
		ADDQ(at, left) // its end
		ANDQ(I8(-64), at)
		Label(array.name)
		CMPQ(at, left)
		JGE(LabelRef(array.name + "Done"))
		PREFETCHT0(Mem{Base: at})
		ADDQ(Imm(64), at)
		JMP(LabelRef(array.name))
		Label(array.name + "Done")
	}
	RET()
}
