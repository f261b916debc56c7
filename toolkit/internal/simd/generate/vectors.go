package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// dotLanes is how many sums a scalar product is made of.
const dotLanes = 32

// dot writes the scalar product: number i goes into sum i mod 32, and the sums are added up by halves.
func (s set) dot(masks Mem) {
	TEXT("dot"+s.name, NOSPLIT, "func(x, y []float64) float64")
	Pragma("noescape")
	x, y := Load(Param("x").Base(), GP64()).(reg.GPVirtual), Load(Param("y").Base(), GP64()).(reg.GPVirtual)
	n := Load(Param("x").Len(), GP64()).(reg.GPVirtual)
	sums := make([]reg.VecVirtual, dotLanes/s.lanes())
	for i := range sums {
		sums[i] = s.zero()
	}
	SUBQ(Imm(dotLanes), n)
	JL(LabelRef("rest"))
	Label("loop")
	for i, sum := range sums {
		v := s.vector()
		VMOVUPD(Mem{Base: x, Disp: i * s.bytes()}, v)
		VFMADD231PD(Mem{Base: y, Disp: i * s.bytes()}, v, sum)
	}
	ADDQ(U32(8*dotLanes), x)
	ADDQ(U32(8*dotLanes), y)
	SUBQ(Imm(dotLanes), n)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(Imm(dotLanes), n)
	s.tail(masks, n, len(sums), "add", func(i int, mask reg.Register) {
		v := s.load(Mem{Base: x, Disp: i * s.bytes()}, mask)
		w := s.load(Mem{Base: y, Disp: i * s.bytes()}, mask)
		VFMADD231PD(w, v, sums[i])
	})
	Label("add")
	for half := len(sums) / 2; half > 0; half /= 2 {
		for i := range half {
			VADDPD(sums[i+half], sums[i], sums[i])
		}
	}
	total := sums[0].AsY()
	if s.wide {
		upper := YMM()
		VEXTRACTF64X4(Imm(1), sums[0], upper)
		VADDPD(upper, total, total)
	}
	upper, low := XMM(), sums[0].AsX()
	VEXTRACTF128(Imm(1), total, upper)
	VADDPD(upper, low, low)
	VUNPCKHPD(low, low, upper)
	VADDSD(upper, low, low)
	Store(low, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// axpy writes dst ← dst + s·x, the product rounded.
func (s set) axpy(masks Mem) {
	const unroll = 4
	TEXT("axpy"+s.name, NOSPLIT, "func(dst []float64, s float64, x []float64)")
	Pragma("noescape")
	x, dst := Load(Param("x").Base(), GP64()).(reg.GPVirtual), Load(Param("dst").Base(), GP64()).(reg.GPVirtual)
	n := Load(Param("x").Len(), GP64()).(reg.GPVirtual)
	factor := s.broadcast("s")
	block := uint64(unroll * s.lanes())
	SUBQ(Imm(block), n)
	JL(LabelRef("rest"))
	Label("loop")
	for i := range unroll {
		v := s.vector()
		VMULPD(Mem{Base: x, Disp: i * s.bytes()}, factor, v)
		VADDPD(Mem{Base: dst, Disp: i * s.bytes()}, v, v)
		VMOVUPD(v, Mem{Base: dst, Disp: i * s.bytes()})
	}
	ADDQ(U32(8*uint32(block)), x)
	ADDQ(U32(8*uint32(block)), dst)
	SUBQ(Imm(block), n)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(Imm(block), n)
	s.tail(masks, n, unroll, "done", func(i int, mask reg.Register) {
		v := s.load(Mem{Base: x, Disp: i * s.bytes()}, mask)
		w := s.load(Mem{Base: dst, Disp: i * s.bytes()}, mask)
		VMULPD(v, factor, v)
		VADDPD(w, v, v)
		s.store(v, mask, Mem{Base: dst, Disp: i * s.bytes()})
	})
	Label("done")
	VZEROUPPER()
	RET()
}
