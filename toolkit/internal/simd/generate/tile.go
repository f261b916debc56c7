package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// tile writes C ← C + A B for a tile of C of s.rows rows and as many columns as a number of registers holds, of which
// the last one's first last are looked at. A is where it lies, its rows and columns row and col numbers apart, and B is
// laid out row by row; k is the columns of A.
func (s set) tile(masks Mem, vectors int) {
	TEXT(fmt.Sprintf("tile%sx%d", s.name, vectors), NOSPLIT,
		"func(k int, a []float64, row, col int, b, c []float64, stride, last int)")
	Pragma("noescape")
	load := func(c gotypes.Component) reg.GPVirtual { return Load(c, GP64()).(reg.GPVirtual) }
	k, a, b, c := load(Param("k")), load(Param("a").Base()), load(Param("b").Base()), load(Param("c").Base())
	row, col, stride := load(Param("row")), load(Param("col")), load(Param("stride"))
	for _, distance := range []reg.GPVirtual{row, col, stride} {
		SHLQ(Imm(3), distance)
	}
	last := load(Param("last"))
	left := rows(a, row, s.rows)
	sums := make([][]reg.VecVirtual, s.rows)
	at := GP64()
	MOVQ(c, at)
	edge := s.first(masks, last)
	for i := range sums {
		for j := range vectors - 1 {
			sums[i] = append(sums[i], s.vector())
			VMOVUPD(Mem{Base: at, Disp: j * s.bytes()}, sums[i][j])
		}
		sums[i] = append(sums[i], s.load(Mem{Base: at, Disp: (vectors - 1) * s.bytes()}, edge))
		ADDQ(stride, at)
	}
	TESTQ(k, k)
	JLE(LabelRef("store"))
	Label("loop")
	right := make([]reg.VecVirtual, vectors)
	for j := range right {
		right[j] = s.vector()
		VMOVUPD(Mem{Base: b, Disp: j * s.bytes()}, right[j])
	}
	for i := range sums {
		v := s.vector()
		VBROADCASTSD(left[i], v)
		for j := range right {
			VFMADD231PD(right[j], v, sums[i][j])
		}
	}
	ADDQ(col, a)
	ADDQ(U32(uint32(vectors*s.bytes())), b)
	DECQ(k)
	JNZ(LabelRef("loop"))
	Label("store")
	edge = s.first(masks, last) // made anew, since sums and B take all registers in between
	for i := range sums {
		for j := range vectors - 1 {
			VMOVUPD(sums[i][j], Mem{Base: c, Disp: j * s.bytes()})
		}
		s.store(sums[i][vectors-1], edge, Mem{Base: c, Disp: (vectors - 1) * s.bytes()})
		ADDQ(stride, c)
	}
	VZEROUPPER()
	RET()
}

// pack writes rows of B, times a weight each, one after the other: as many numbers of each as three registers hold, of
// rows that begin row numbers apart.
func (s set) pack() {
	TEXT("pack"+s.name, NOSPLIT, "func(panel, b []float64, row int, weights []float64)")
	Pragma("noescape")
	load := func(c gotypes.Component) reg.GPVirtual { return Load(c, GP64()).(reg.GPVirtual) }
	panel, b, weights := load(Param("panel").Base()), load(Param("b").Base()), load(Param("weights").Base())
	row, k := load(Param("row")), load(Param("weights").Len())
	SHLQ(Imm(3), row)
	TESTQ(k, k)
	JLE(LabelRef("done"))
	Label("loop")
	w := s.vector()
	VBROADCASTSD(Mem{Base: weights}, w)
	for j := range 3 {
		v := s.vector()
		VMULPD(Mem{Base: b, Disp: j * s.bytes()}, w, v)
		VMOVUPD(v, Mem{Base: panel, Disp: j * s.bytes()})
	}
	ADDQ(row, b)
	ADDQ(U32(uint32(3*s.bytes())), panel)
	ADDQ(Imm(8), weights)
	DECQ(k)
	JNZ(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// spread writes rows of x less a shift, as many numbers of each as this has, by panels of as many as three registers
// hold.
func (s set) spread() {
	TEXT("spread"+s.name, NOSPLIT, "func(panels []float64, step int, x []float64, row int, shift []float64, count int)")
	Pragma("noescape")
	load := func(c gotypes.Component) reg.GPVirtual { return Load(c, GP64()).(reg.GPVirtual) }
	panels, x, shift := load(Param("panels").Base()), load(Param("x").Base()), load(Param("shift").Base())
	step, row, n, count := load(Param("step")), load(Param("row")), load(Param("shift").Len()), load(Param("count"))
	SHLQ(Imm(3), step)
	SHLQ(Imm(3), row)
	Label("rows")
	TESTQ(count, count)
	JLE(LabelRef("done"))
	to, from, less, left := GP64(), GP64(), GP64(), GP64()
	MOVQ(panels, to)
	MOVQ(x, from)
	MOVQ(shift, less)
	MOVQ(n, left)
	Label("panels")
	SUBQ(Imm(uint64(3*s.lanes())), left)
	JL(LabelRef("next"))
	for j := range 3 {
		v := s.vector()
		VMOVUPD(Mem{Base: from, Disp: j * s.bytes()}, v)
		VSUBPD(Mem{Base: less, Disp: j * s.bytes()}, v, v)
		VMOVUPD(v, Mem{Base: to, Disp: j * s.bytes()})
	}
	ADDQ(step, to)
	ADDQ(U32(uint32(3*s.bytes())), from)
	ADDQ(U32(uint32(3*s.bytes())), less)
	JMP(LabelRef("panels"))
	Label("next")
	ADDQ(U32(uint32(3*s.bytes())), panels)
	ADDQ(row, x)
	DECQ(count)
	JMP(LabelRef("rows"))
	Label("done")
	VZEROUPPER()
	RET()
}

// rows are the addresses of at most eight rows that are distance bytes apart.
func rows(first, distance reg.GPVirtual, count int) []Mem {
	at := make([]Mem, count)
	for i := range at {
		switch i {
		case 0:
			at[i] = Mem{Base: first}
		case 1, 2, 4:
			at[i] = Mem{Base: first, Index: distance, Scale: uint8(i)}
		case 6:
			at[i] = Mem{Base: first, Index: at[3].Index, Scale: 2}
		default:
			times := GP64()
			IMUL3Q(Imm(uint64(i)), distance, times)
			at[i] = Mem{Base: first, Index: times, Scale: 1}
		}
	}
	return at
}
