package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// ahead is how many places before its turn a row of singles is asked for.
const ahead = 16

// addLanes writes what adds rows of singles, times a factor for each column, to rows of sums: four columns at a time,
// and what is left by a mask. Products and sums are rounded each.
func addLanes() {
	some := GLOBL("someSingles", 8|16)
	for i := range 8 {
		DATA(4*i, U32(uint32(int32(i/4-1))))
	}
	TEXT("addLanesAVX2", NOSPLIT,
		"func(sums []float64, wide int, c []float64, values []float32, stride int, places []uint32)")
	Pragma("noescape")
	base := func(name string) reg.GPVirtual { return Load(Param(name).Base(), GP64()).(reg.GPVirtual) }
	sums, c, values, places := base("sums"), base("c"), base("values"), base("places")
	wide := Load(Param("wide"), GP64()).(reg.GPVirtual)
	SHLQ(Imm(3), wide)
	left := Load(Param("places").Len(), GP64()).(reg.GPVirtual)
	whole := Load(Param("c").Len(), GP64()).(reg.GPVirtual)
	stride := Load(Param("stride"), GP64()).(reg.GPVirtual)
	SHLQ(Imm(2), stride)
	rest, table, mask := GP64(), GP64(), XMM()
	MOVQ(whole, rest)
	ANDQ(I8(3), rest)
	ANDQ(I8(-4), whole)
	LEAQ(some, table)
	MOVQ(rest, reg.RAX)
	NEGQ(reg.RAX)
	VMOVDQU(Mem{Base: table, Index: reg.RAX, Scale: 4, Disp: 16}, mask)

	last := GP64()
	LEAQ(Mem{Base: whole, Index: rest, Scale: 1, Disp: -1}, last)
	row, column, factor, x, y := GP64(), GP64(), GP64(), XMM(), YMM()
	at := func(base reg.Register, scale uint8) Mem { return Mem{Base: base, Index: column, Scale: scale} }
	add := func() {
		VCVTPS2PD(x, y)
		VMULPD(at(factor, 8), y, y)
		VADDPD(at(sums, 8), y, y)
		VMOVUPD(y, at(sums, 8))
	}
	MOVQ(c, factor)
	Label("row")
	TESTQ(left, left)
	JLE(LabelRef("done"))
	CMPQ(left, Imm(ahead))
	JLE(LabelRef("near"))
	MOVL(Mem{Base: places, Disp: 4 * ahead}, row.As32())
	IMULQ(stride, row)
	ADDQ(values, row)
	PREFETCHT0(Mem{Base: row})
	PREFETCHT0(Mem{Base: row, Index: last, Scale: 4})
	Label("near")
	MOVL(Mem{Base: places}, row.As32())
	IMULQ(stride, row)
	ADDQ(values, row)
	XORQ(column, column)
	Label("four")
	CMPQ(column, whole)
	JGE(LabelRef("rest"))
	VMOVUPS(at(row, 4), x)
	add()
	ADDQ(Imm(4), column)
	JMP(LabelRef("four"))
	Label("rest")
	TESTQ(rest, rest)
	JZ(LabelRef("next"))
	VMASKMOVPS(at(row, 4), mask, x)
	add()
	Label("next")
	ADDQ(wide, sums)
	ADDQ(Imm(4), places)
	DECQ(left)
	JMP(LabelRef("row"))
	Label("done")
	VZEROUPPER()
	RET()
}

// prefetchLanes writes what asks for the cache lines of single numbers in a column, and does not wait for them.
func prefetchLanes() {
	TEXT("prefetchLanes", NOSPLIT, "func(values []float32, stride int, places []uint32)")
	Pragma("noescape")
	values := Load(Param("values").Base(), GP64()).(reg.GPVirtual)
	stride := Load(Param("stride"), GP64()).(reg.GPVirtual)
	places := Load(Param("places").Base(), GP64()).(reg.GPVirtual)
	left := Load(Param("places").Len(), GP64()).(reg.GPVirtual)
	SHLQ(Imm(2), stride)
	place := GP64()
	Label("loop")
	TESTQ(left, left)
	JLE(LabelRef("done"))
	MOVL(Mem{Base: places}, place.As32())
	IMULQ(stride, place)
	PREFETCHT0(Mem{Base: values, Index: place, Scale: 1})
	ADDQ(Imm(4), places)
	DECQ(left)
	JMP(LabelRef("loop"))
	Label("done")
	RET()
}
