package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The ways of adding rows, of which row i begins i times stride numbers from a's beginning; each product is rounded,
// one row after the other, and there is at least one.
const (
	inOrder  = iota // x ← x + Σ_k s_k row k
	gathered        // x ← x + Σ_k s_k row index_k
	scatter         // row index_k ← itself + s_k x
)

// axpyRows writes one of these, with blocks of x in registers.
func (s set) axpyRows(masks Mem, way int) {
	name := []string{"axpyRows", "axpyGathered", "axpyScattered"}[way]
	index := []string{"", ", index []int32", ", index []int32"}[way]
	TEXT(name+s.name, NOSPLIT, "func(x, s []float64"+index+", a []float64, stride int)")
	Pragma("noescape")
	x, columns := Load(Param("x").Base(), GP64()).(reg.GPVirtual), Load(Param("x").Len(), GP64()).(reg.GPVirtual)
	r := rowsToAdd{
		set: s, way: way, x: x, a: Load(Param("a").Base(), GP64()).(reg.GPVirtual),
		mask: s.lastMask(masks, columns), width: Load(Param("stride"), GP64()).(reg.GPVirtual),
	}
	SHLQ(Imm(3), r.width)
	whole := dotLanes / s.lanes()
	SUBQ(Imm(dotLanes), columns)
	JL(LabelRef("rest"))
	Label("blocks")
	r.block("rows", whole, false)
	SUBQ(Imm(dotLanes), columns)
	JGE(LabelRef("blocks"))
	Label("rest")
	ADDQ(Imm(dotLanes), columns)
	JLE(LabelRef("done"))
	for vectors := 1; vectors <= whole; vectors++ {
		part, next := fmt.Sprintf("part%d", vectors), fmt.Sprintf("more%d", vectors)
		if vectors < whole {
			CMPQ(columns, U32(uint32(vectors*s.lanes())))
			JG(LabelRef(next))
			JL(LabelRef(part))
			r.block(fmt.Sprintf("rows%d", vectors), vectors, false)
			JMP(LabelRef("done"))
			Label(part)
		}
		r.block(part+"rows", vectors, true)
		JMP(LabelRef("done"))
		if vectors < whole {
			Label(next)
		}
	}
	Label("done")
	VZEROUPPER()
	RET()
}

// rowsToAdd is what the blocks of columns of axpyRows share.
type rowsToAdd struct {
	set
	way   int
	x, a  reg.GPVirtual // at the first column of the block
	width reg.GPVirtual // bytes from row to row
	mask  reg.Register  // of the last columns
}

// block adds the columns of so many registers, of the last those of the mask where part is set.
func (r rowsToAdd) block(name string, vectors int, part bool) {
	load := func(m Mem, i int) reg.VecVirtual {
		if part && i == vectors-1 {
			return r.load(m, r.mask)
		}
		v := r.vector()
		VMOVUPD(m, v)
		return v
	}
	store := func(v reg.VecVirtual, m Mem, i int) {
		if part && i == vectors-1 {
			r.store(v, r.mask, m)
			return
		}
		VMOVUPD(v, m)
	}
	at := func(base reg.Register, i int) Mem { return Mem{Base: base, Disp: i * r.bytes()} }
	x := make([]reg.VecVirtual, vectors)
	for i := range x {
		x[i] = load(at(r.x, i), i)
	}
	row, index, factor, left := GP64(), GP64(), GP64(), GP64()
	Load(Param("s").Base(), factor)
	Load(Param("s").Len(), left)
	if r.way == inOrder {
		MOVQ(r.a, row)
	} else {
		Load(Param("index").Base(), index)
	}
	Label(name)
	if r.way != inOrder {
		MOVLQSX(Mem{Base: index}, row)
		IMULQ(r.width, row)
		ADDQ(r.a, row)
		ADDQ(Imm(4), index)
	}
	f := r.vector()
	VBROADCASTSD(Mem{Base: factor}, f)
	for i := range x {
		v := load(at(row, i), i)
		if r.way == scatter {
			product := r.vector()
			VMULPD(x[i], f, product)
			VADDPD(product, v, v)
			store(v, at(row, i), i)
			continue
		}
		VMULPD(v, f, v)
		VADDPD(v, x[i], x[i])
	}
	if r.way == inOrder {
		ADDQ(r.width, row)
	}
	ADDQ(Imm(8), factor)
	DECQ(left)
	JNZ(LabelRef(name))
	for i := 0; i < vectors && r.way != scatter; i++ {
		store(x[i], at(r.x, i), i)
	}
	ADDQ(U32(uint32(vectors*r.bytes())), r.x)
	ADDQ(U32(uint32(vectors*r.bytes())), r.a)
}
