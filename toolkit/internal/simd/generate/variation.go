package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// greater is the predicate >, false of NaN.
const greater = 0x1e

// variationStep writes a step on a row's dual variables of total variation; the number of pixels is one of lanes.
func (s set) variationStep() {
	one := constant(0x3ff0000000000000)
	TEXT("variationStep"+s.name, NOSPLIT, "func(p1, p2, r1, r2, row, below []float64, step, beta float64)")
	Pragma("noescape")
	base := func(name string) reg.Register { return Load(Param(name).Base(), GP64()) }
	p, r := [2]reg.Register{base("p1"), base("p2")}, [2]reg.Register{base("r1"), base("r2")}
	row, below := base("row"), base("below")
	n, at := Load(Param("p1").Len(), GP64()), GP64()
	step, beta := s.broadcast("step"), s.broadcast("beta")
	XORQ(at, at)
	Label("loop")
	CMPQ(at, n)
	JGE(LabelRef("done"))
	mem := func(base reg.Register, ahead int) Mem { return Mem{Base: base, Index: at, Scale: 8, Disp: 8 * ahead} }
	here, square, norm := s.vector(), s.vector(), s.vector()
	v := [2]reg.VecVirtual{s.vector(), s.vector()}
	VMOVUPD(mem(row, 0), here)
	VMOVUPD(mem(below, 0), v[0])
	VMOVUPD(mem(row, 1), v[1])
	for i := range v {
		VSUBPD(here, v[i], v[i])
		VMULPD(step, v[i], v[i])
		VADDPD(mem(r[i], 0), v[i], v[i])
	}
	VMULPD(v[0], v[0], square)
	VMULPD(v[1], v[1], norm)
	VADDPD(norm, square, square)
	bits := GP32()
	if s.wide {
		out := K()
		VCMPPD(Imm(greater), one, square, out)
		KMOVW(out, bits)
		TESTL(bits, bits)
		JZ(LabelRef("inside"))
		VSQRTPD(square, square)
		VMOVUPD(one, norm)
		VDIVPD(square, norm, norm)
		for i := range v {
			VMULPD(norm, v[i], out, v[i])
		}
	} else {
		out, ones := s.vector(), s.vector()
		VMOVUPD(one, ones)
		VCMPPD(Imm(greater), ones, square, out)
		VMOVMSKPD(out, bits)
		TESTL(bits, bits)
		JZ(LabelRef("inside"))
		VSQRTPD(square, square)
		VDIVPD(square, ones, norm)
		VBLENDVPD(out, norm, ones, norm)
		for i := range v {
			VMULPD(norm, v[i], v[i])
		}
	}
	Label("inside")
	for i := range v {
		VSUBPD(mem(p[i], 0), v[i], here)
		VMULPD(beta, here, here)
		VADDPD(here, v[i], here)
		VMOVUPD(here, mem(r[i], 0))
		VMOVUPD(v[i], mem(p[i], 0))
	}
	ADDQ(Imm(uint64(s.lanes())), at)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// variationTerms writes the terms of total variation and of its duality gap; the number of pixels is one of lanes.
func (s set) variationTerms() {
	TEXT("variationTerms"+s.name, NOSPLIT, "func(norm, slack, row, below, p1, p2 []float64)")
	Pragma("noescape")
	base := func(name string) reg.Register { return Load(Param(name).Base(), GP64()) }
	norm, slack, row, below := base("norm"), base("slack"), base("row"), base("below")
	p := [2]reg.Register{base("p1"), base("p2")}
	n, at := Load(Param("norm").Len(), GP64()), GP64()
	XORQ(at, at)
	Label("loop")
	CMPQ(at, n)
	JGE(LabelRef("done"))
	mem := func(base reg.Register, ahead int) Mem { return Mem{Base: base, Index: at, Scale: 8, Disp: 8 * ahead} }
	here, square, other := s.vector(), s.vector(), s.vector()
	v := [2]reg.VecVirtual{s.vector(), s.vector()}
	VMOVUPD(mem(row, 0), here)
	VMOVUPD(mem(below, 0), v[0])
	VMOVUPD(mem(row, 1), v[1])
	for i := range v {
		VSUBPD(here, v[i], v[i])
	}
	VMULPD(v[0], v[0], square)
	VMULPD(v[1], v[1], other)
	VADDPD(other, square, square)
	VSQRTPD(square, square)
	VMOVUPD(square, mem(norm, 0))
	for i := range v {
		VMULPD(mem(p[i], 0), v[i], v[i])
		VSUBPD(v[i], square, square)
	}
	VMOVUPD(square, mem(slack, 0))
	ADDQ(Imm(uint64(s.lanes())), at)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// variationImage writes dst = y + c (right − left + down − up).
func (s set) variationImage() {
	TEXT("variationImage"+s.name, NOSPLIT, "func(dst, y, right, left, down, up []float64, c float64)")
	Pragma("noescape")
	base := func(name string) reg.Register { return Load(Param(name).Base(), GP64()) }
	dst, y, right, left, down, up := base("dst"), base("y"), base("right"), base("left"), base("down"), base("up")
	n, at := Load(Param("dst").Len(), GP64()), GP64()
	c := s.broadcast("c")
	XORQ(at, at)
	Label("loop")
	CMPQ(at, n)
	JGE(LabelRef("done"))
	mem := func(base reg.Register) Mem { return Mem{Base: base, Index: at, Scale: 8} }
	v := s.vector()
	VMOVUPD(mem(right), v)
	VSUBPD(mem(left), v, v)
	VADDPD(mem(down), v, v)
	VSUBPD(mem(up), v, v)
	VMULPD(c, v, v)
	VADDPD(mem(y), v, v)
	VMOVUPD(v, mem(dst))
	ADDQ(Imm(uint64(s.lanes())), at)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// broadcast is a parameter in all lanes.
func (s set) broadcast(name string) reg.VecVirtual {
	v := s.vector()
	address, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSD(address.Addr, v)
	return v
}
