package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// dotRows writes dst_i = ⟨row i of a, x⟩, each product added to the sums of dot, for as many rows at a time as a
// register has lanes: the last additions are those of all these rows side by side. len(dst) is a multiple of the lanes.
func (s set) dotRows(masks Mem) {
	TEXT("dotRows"+s.name, NOSPLIT, "func(dst, a, x []float64)")
	Pragma("noescape")
	dst, rows := Load(Param("dst").Base(), GP64()).(reg.GPVirtual), Load(Param("dst").Len(), GP64()).(reg.GPVirtual)
	a, x := Load(Param("a").Base(), GP64()).(reg.GPVirtual), Load(Param("x").Base(), GP64()).(reg.GPVirtual)
	n := Load(Param("x").Len(), GP64()).(reg.GPVirtual)
	folded, mask := AllocLocal(s.lanes()*s.bytes()), s.lastMask(masks, n)
	to, u, v, left := GP64(), GP64(), GP64(), GP64()
	Label("rows")
	TESTQ(rows, rows)
	JLE(LabelRef("done"))
	LEAQ(folded, to)
	Label("row")
	sums := make([]reg.VecVirtual, dotLanes/s.lanes())
	for i := range sums {
		sums[i] = s.zero()
	}
	MOVQ(a, u)
	MOVQ(x, v)
	MOVQ(n, left)
	SUBQ(Imm(dotLanes), left)
	JL(LabelRef("rest"))
	add := func(i int) {
		w := s.vector()
		VMOVUPD(Mem{Base: u, Disp: i * s.bytes()}, w)
		VFMADD231PD(Mem{Base: v, Disp: i * s.bytes()}, w, sums[i])
	}
	Label("loop")
	for i := range sums {
		add(i)
	}
	ADDQ(U32(8*dotLanes), u)
	ADDQ(U32(8*dotLanes), v)
	SUBQ(Imm(dotLanes), left)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(Imm(dotLanes), left)
	last := len(sums) - 1
	for i := range last {
		CMPQ(left, Imm(uint64(s.lanes())))
		JL(LabelRef(fmt.Sprintf("part%d", i)))
		add(i)
		SUBQ(Imm(uint64(s.lanes())), left)
	}
	for i := last; i >= 0; i-- {
		Label(fmt.Sprintf("part%d", i))
		TESTQ(left, left)
		JLE(LabelRef("fold"))
		VFMADD231PD(s.load(Mem{Base: u, Disp: i * s.bytes()}, mask), s.load(Mem{Base: v, Disp: i * s.bytes()}, mask), sums[i])
		if i > 0 {
			JMP(LabelRef("fold"))
		}
	}
	Label("fold")
	for half := len(sums) / 2; half > 0; half /= 2 {
		for i := range half {
			VADDPD(sums[i+half], sums[i], sums[i])
		}
	}
	VMOVUPD(sums[0], Mem{Base: to})
	ADDQ(U32(uint32(s.bytes())), to)
	LEAQ(Mem{Base: a, Index: n, Scale: 8}, a)
	DECQ(rows)
	TESTQ(U32(uint32(s.lanes()-1)), rows)
	JNZ(LabelRef("row"))
	VMOVUPD(s.addLanes(folded), Mem{Base: dst})
	ADDQ(U32(uint32(s.bytes())), dst)
	JMP(LabelRef("rows"))
	Label("done")
	VZEROUPPER()
	RET()
}

// addLanes is a register of the sums of the lanes of each of as many registers in memory as it has lanes, by halves.
func (s set) addLanes(from Mem) reg.VecVirtual {
	at := func(i int) reg.VecVirtual {
		v := s.vector()
		VMOVUPD(from.Offset(i*s.bytes()), v)
		return v
	}
	// sum adds what two ways of taking lanes of x and y have.
	sum := func(take func(way int, x, y, to reg.VecVirtual), x, y reg.VecVirtual) reg.VecVirtual {
		low, high := s.vector(), s.vector()
		take(0, x, y, low)
		take(1, x, y, high)
		VADDPD(high, low, low)
		return low
	}
	pairs := func(way int, x, y, to reg.VecVirtual) { // of neighbouring lanes
		if way == 0 {
			VUNPCKLPD(y, x, to)
		} else {
			VUNPCKHPD(y, x, to)
		}
	}
	if !s.wide {
		halves := func(way int, x, y, to reg.VecVirtual) { VPERM2F128(U8([]byte{0x20, 0x31}[way]), y, x, to) }
		return sum(pairs, sum(halves, at(0), at(2)), sum(halves, at(1), at(3)))
	}
	halves := func(way int, x, y, to reg.VecVirtual) { VSHUFF64X2(U8([]byte{0x44, 0xee}[way]), y, x, to) }
	quarters := func(way int, x, y, to reg.VecVirtual) { VSHUFF64X2(U8([]byte{0x88, 0xdd}[way]), y, x, to) }
	even := sum(quarters, sum(halves, at(0), at(2)), sum(halves, at(4), at(6)))
	odd := sum(quarters, sum(halves, at(1), at(3)), sum(halves, at(5), at(7)))
	return sum(pairs, even, odd)
}

// lastMask is a mask of the first n mod lanes lanes.
func (s set) lastMask(masks Mem, n reg.GPVirtual) reg.Register {
	rest := GP64()
	MOVQ(n, rest)
	ANDQ(Imm(uint64(s.lanes()-1)), rest)
	if s.wide {
		bits, mask := GP64(), K()
		MOVQ(U32(1<<s.lanes()-1), bits)
		BZHIQ(rest, bits, bits)
		KMOVW(bits.As32(), mask)
		return mask
	}
	table, mask := GP64(), YMM()
	LEAQ(masks, table)
	NEGQ(rest)
	VMOVUPD(Mem{Base: table, Index: rest, Scale: 8, Disp: 32}, mask)
	return mask
}
