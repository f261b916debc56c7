package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// logSeries are the coefficients of (log(1 + f) − 2s)/s³ in powers of s² = (f/(2 + f))²: those of simd.logSeries.
var logSeries = []float64{
	0.6666666666666666, 0.4000000000000088, 0.28571428570803614, 0.22222222391713917, 0.18181795640132906,
	0.15386239702814658, 0.13268773138656886, 0.13086626147840102,
}

// The bits of numbers that logarithms take apart, as in simd.
const (
	bitsOne   = 0x3ff0000000000000
	bitsRoot  = 0x3fe6a09e667f3bcd // of √½
	bitsTwo52 = 0x4330000000000000
	fraction  = 1<<52 - 1
)

// Predicates, all false of NaN.
const (
	less        = 0x11
	lessEqual   = 0x12
	greaterThan = 0x1e
)

// log writes dst = log(x), number by number as simd's logPlain does.
func (s set) log(masks Mem) {
	TEXT("log"+s.name, NOSPLIT, "func(dst, x []float64)")
	Pragma("noescape")
	x, dst := Load(Param("x").Base(), GP64()).(reg.GPVirtual), Load(Param("dst").Base(), GP64()).(reg.GPVirtual)
	n := Load(Param("x").Len(), GP64()).(reg.GPVirtual)
	SUBQ(Imm(uint64(s.lanes())), n)
	JL(LabelRef("rest"))
	Label("loop")
	v := s.vector()
	VMOVUPD(Mem{Base: x}, v)
	s.logOf(v, "")
	VMOVUPD(v, Mem{Base: dst})
	ADDQ(Imm(uint64(s.bytes())), x)
	ADDQ(Imm(uint64(s.bytes())), dst)
	SUBQ(Imm(uint64(s.lanes())), n)
	JGE(LabelRef("loop"))
	Label("rest")
	ADDQ(Imm(uint64(s.lanes())), n)
	s.tail(masks, n, 1, "done", func(_ int, mask reg.Register) {
		v := s.load(Mem{Base: x}, mask)
		s.logOf(v, "Tail")
		s.store(v, mask, Mem{Base: dst})
	})
	Label("done")
	VZEROUPPER()
	RET()
}

// logOf is log(v), in v. Numbers that are not normal, or not above 0, are dealt with behind branches.
func (s set) logOf(v reg.VecVirtual, where string) {
	number := func(v float64) Mem { return constant(math.Float64bits(v)) }
	given, excess, k, f, q := s.vector(), s.vector(), s.vector(), s.vector(), s.vector()
	VMOVUPD(v, given)
	VMOVUPD(number(1<<52+1023), excess)
	unusual := s.lanesOutside(v, 0x1p-1022)
	JZ(LabelRef("normal" + where))
	VMULPD(number(0x1p54), v, k)
	s.replace(v, k, given, less, number(0x1p-1022))
	VMOVUPD(number(1<<52+1023+54), k)
	s.replace(excess, k, given, less, number(0x1p-1022))
	Label("normal" + where)
	VPADDQ(constant(bitsOne-bitsRoot), v, v)
	VPSRLQ(Imm(52), v, k)
	VORPD(constant(bitsTwo52), k, k)
	VSUBPD(excess, k, k)
	VANDPD(constant(fraction), v, f)
	VPADDQ(constant(bitsRoot), f, f)
	VSUBPD(number(1), f, f)
	ratio, square := excess, s.vector()
	VADDPD(number(2), f, ratio)
	VDIVPD(ratio, f, ratio)
	VMULPD(ratio, ratio, square)
	last := len(logSeries) - 1
	VMOVUPD(number(logSeries[last]), q)
	for i := last - 1; i >= 0; i-- {
		VFMADD213PD(number(logSeries[i]), square, q)
	}
	VMULPD(square, q, q)
	half, high, low := square, s.vector(), s.vector()
	VMULPD(number(-0.5), f, half)
	VMOVUPD(f, high)
	VFMADD231PD(f, half, high)
	VSUBPD(high, f, low)
	VFMADD231PD(f, half, low)
	VFNMADD231PD(f, half, q)
	VFMADD231PD(q, ratio, low)
	VMULPD(number(ln2Hi), k, f)
	VADDPD(high, f, v)
	VSUBPD(v, f, f)
	VADDPD(high, f, f)
	VADDPD(f, low, low)
	VFMADD231PD(number(ln2Lo), k, low)
	VADDPD(low, v, v)
	TESTL(unusual, unusual)
	JZ(LabelRef("finite" + where))
	VSQRTPD(given, q)
	VMULPD(q, q, f)
	VMOVUPD(number(1), k)
	VDIVPD(f, k, f)
	VSUBPD(f, q, q) // NaN below 0, −∞ at 0, and what is given at ∞ and NaN
	outside := s.vector()
	VMOVUPD(q, outside)
	s.replace(outside, v, given, greaterThan, number(0))
	s.replace(q, outside, given, lessEqual, number(math.MaxFloat64))
	VMOVUPD(q, v)
	Label("finite" + where)
}

// lanesOutside is not 0, and flags are set so, where some lane of v is not from least to the largest number there is.
func (s set) lanesOutside(v reg.VecVirtual, least float64) reg.Register {
	const greaterEqual = 0x1d
	bits := GP32()
	low, high := constant(math.Float64bits(least)), constant(math.Float64bits(math.MaxFloat64))
	if s.wide {
		in, both := K(), K()
		VCMPPD(Imm(greaterEqual), low, v, in)
		VCMPPD(Imm(lessEqual), high, v, in, both)
		KMOVW(both, bits)
	} else {
		in, both := s.vector(), s.vector()
		VCMPPD(Imm(greaterEqual), low, v, in)
		VCMPPD(Imm(lessEqual), high, v, both)
		VANDPD(in, both, both)
		VMOVMSKPD(both, bits)
	}
	XORL(Imm(uint64(1<<s.lanes()-1)), bits)
	return bits
}

// replace takes the lanes of other where those of a compare with b as the predicate says.
func (s set) replace(v, other, a reg.VecVirtual, predicate uint64, b Mem) {
	if s.wide {
		mask := K()
		VCMPPD(Imm(predicate), b, a, mask)
		VMOVUPD(other, mask, v)
		return
	}
	mask := s.vector()
	VCMPPD(Imm(predicate), b, a, mask)
	VBLENDVPD(mask, other, v, v)
}
