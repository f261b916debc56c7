package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// expSeries are the coefficients of (eʳ − 1 − r)/r², from r⁰ on: those of simd.expSeries.
var expSeries = []float64{
	0.5, 0.1666666666666667, 0.04166666666666667, 0.008333333333326136, 0.0013888888888883748,
	0.00019841269874820627, 2.4801587325547743e-05, 2.7557255400206422e-06, 2.75572736431103e-07,
	2.5105217004720745e-08, 2.0914686968086876e-09,
}

// constants are numbers in all lanes of a register, by their bits.
var constants = map[uint64]Mem{}

// constant is a number in all lanes.
func constant(bits uint64) Mem {
	m, ok := constants[bits]
	if !ok {
		m = GLOBL(fmt.Sprintf("lanes%016x", bits), 8|16)
		for i := range 8 {
			DATA(8*i, U64(bits))
		}
		constants[bits] = m
	}
	return m
}

// exp writes dst = exp(x − shift), number by number as simd's expPlain does.
func (s set) exp(masks Mem) {
	kept := map[uint64]Op{} // constants in registers
	bits := func(b uint64) Op {
		if op, ok := kept[b]; ok {
			return op
		}
		return constant(b)
	}
	number := func(v float64) Op { return bits(math.Float64bits(v)) }
	const magic = 3 << 51
	offset := math.Float64bits(magic) - 2048

	for _, v := range expSeries {
		constant(math.Float64bits(v))
	}
	TEXT("exp"+s.name, NOSPLIT, "func(dst, x []float64, shift float64)")
	Pragma("noescape")
	x, dst := Load(Param("x").Base(), GP64()).(reg.GPVirtual), Load(Param("dst").Base(), GP64()).(reg.GPVirtual)
	n := Load(Param("x").Len(), GP64()).(reg.GPVirtual)
	shift := s.broadcast("shift")
	if s.wide { // there are registers for all
		all := []uint64{offset, 1}
		for _, v := range append([]float64{-746, 710, math.Log2E, magic, ln2Hi, ln2Lo, 1}, expSeries...) {
			all = append(all, math.Float64bits(v))
		}
		for _, b := range all {
			v := s.vector()
			VMOVUPD(constant(b), v)
			kept[b] = v
		}
	}
	// of is exp(v − shift), in v.
	of := func(v reg.VecVirtual) {
		VSUBPD(shift, v, v)
		limit := s.vector() // of two numbers one of which is NaN, these take the one that Go writes first
		VMOVUPD(number(-746), limit)
		VMAXPD(v, limit, v)
		VMOVUPD(number(710), limit)
		VMINPD(v, limit, v)
		t, whole, q := s.vector(), s.vector(), s.vector()
		VMOVUPD(number(magic), t)
		VFMADD231PD(number(math.Log2E), v, t)
		VSUBPD(number(magic), t, whole)
		VFNMADD231PD(number(ln2Hi), whole, v)
		VFNMADD231PD(number(ln2Lo), whole, v)
		last := len(expSeries) - 1
		VMOVUPD(number(expSeries[last]), q)
		for i := last - 1; i >= 0; i-- {
			VFMADD213PD(number(expSeries[i]), v, q)
		}
		VMULPD(v, v, whole)
		VFMADD231PD(whole, q, v)
		VADDPD(number(1), v, v)
		half := s.vector()
		VPSUBQ(bits(offset), t, t)
		VPSRLQ(Imm(1), t, half)
		VPSUBQ(half, t, t)
		for _, part := range []reg.VecVirtual{half, t} {
			VPSUBQ(bits(1), part, part)
			VPSLLQ(Imm(52), part, part)
			VMULPD(part, v, v)
		}
	}
	SUBQ(Imm(uint64(s.lanes())), n)
	JL(LabelRef("rest"))
	Label("loop")
	v := s.vector()
	VMOVUPD(Mem{Base: x}, v)
	of(v)
	VMOVUPD(v, Mem{Base: dst})
	ADDQ(Imm(uint64(s.bytes())), x)
	ADDQ(Imm(uint64(s.bytes())), dst)
	SUBQ(Imm(uint64(s.lanes())), n)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(Imm(uint64(s.lanes())), n)
	s.tail(masks, n, 1, "done", func(_ int, mask reg.Register) {
		v := s.load(Mem{Base: x}, mask)
		of(v)
		s.store(v, mask, Mem{Base: dst})
	})
	Label("done")
	VZEROUPPER()
	RET()
}

// ln 2 in two parts, the first with zeros at its end.
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
)
