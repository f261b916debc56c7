package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sharedOnes writes how many ones rows of two words share with one of two words, eight rows at a time.
func sharedOnes() {
	order := GLOBL("pairOrder", 8|16)
	for i, v := range []uint64{0, 2, 4, 6, 1, 3, 5, 7} {
		DATA(8*i, U64(v))
	}
	TEXT("sharedOnesAVX512", NOSPLIT, "func(dst []uint16, x, rows []uint64)")
	Pragma("noescape")
	base := func(name string) reg.GPVirtual { return Load(Param(name).Base(), GP64()).(reg.GPVirtual) }
	dst, x, rows := base("dst"), base("x"), base("rows")
	n := Load(Param("dst").Len(), GP64())
	index, with, low, high, part := ZMM(), ZMM(), ZMM(), ZMM(), ZMM()
	VMOVDQU64(order, index)
	VBROADCASTI64X2(Mem{Base: x}, with)
	SHRQ(Imm(3), n)
	Label("loop")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	VPANDQ(Mem{Base: rows}, with, low)
	VPANDQ(Mem{Base: rows, Disp: 64}, with, high)
	VPOPCNTQ(low, low)
	VPOPCNTQ(high, high)
	VPUNPCKLQDQ(high, low, part) // first words of pairs 0 4 1 5 2 6 3 7
	VPUNPCKHQDQ(high, low, high)
	VPADDQ(high, part, part)
	VPERMQ(part, index, part)
	VPMOVQW(part, Mem{Base: dst})
	ADDQ(U32(128), rows)
	ADDQ(Imm(16), dst)
	DECQ(n)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}
