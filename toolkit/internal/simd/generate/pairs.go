package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pairs are registers of simd's lanes, and the places of the numbers that are looked at.
type pairs struct {
	set
	best, at, least, here, step reg.VecVirtual
	out                         reg.Register
}

// countUp are the numbers from 0 on.
func countUp() Mem {
	m := GLOBL("places", 8|16)
	for i := range 8 {
		DATA(8*i, U64(math.Float64bits(float64(i))))
	}
	return m
}

// begin loads lanes.
func (s set) begin(places Mem) pairs {
	p := pairs{s, s.vector(), s.vector(), s.vector(), s.vector(), s.vector(), Load(Param("l"), GP64())}
	for k, v := range []reg.VecVirtual{p.best, p.at, p.least} {
		VMOVUPD(Mem{Base: p.out, Disp: 64 * k}, v)
	}
	VMOVUPD(places, p.here)
	VMOVUPD(constant(math.Float64bits(float64(s.lanes()))), p.step)
	return p
}

// take keeps keys that are larger, and their places, and goes on to the next places.
func (p pairs) take(key reg.VecVirtual) {
	const greater = 0x1e
	if p.wide {
		larger := K()
		VCMPPD(Imm(greater), p.best, key, larger)
		VMOVAPD(p.here, larger, p.at)
	} else {
		larger := YMM()
		VCMPPD(Imm(greater), p.best, key, larger)
		VBLENDVPD(larger, p.here, p.at, p.at)
	}
	VMAXPD(p.best, key, p.best)
	VADDPD(p.step, p.here, p.here)
}

// end stores lanes.
func (p pairs) end() {
	for k, v := range []reg.VecVirtual{p.best, p.at, p.least} {
		VMOVUPD(v, Mem{Base: p.out, Disp: 64 * k})
	}
	VZEROUPPER()
	RET()
}

// loop writes body for as many numbers as fill registers, of slices by name; the first one's length counts.
func (s set) loop(names []string, body func(mem []Mem)) {
	n, at := Load(Param(names[0]).Len(), GP64()), GP64()
	var mem []Mem
	for _, name := range names {
		mem = append(mem, Mem{Base: Load(Param(name).Base(), GP64()), Index: at, Scale: 8})
	}
	XORQ(at, at)
	Label("loop")
	CMPQ(at, n)
	JGE(LabelRef("done"))
	body(mem)
	ADDQ(Imm(uint64(s.lanes())), at)
	JMP(LabelRef("loop"))
	Label("done")
}

// partner writes what of simd.Partner fills registers.
func (s set) partner(places Mem) {
	TEXT("partner"+s.name, NOSPLIT, "func(r, fall, row, diagonal []float64, top, mine, flat float64, l *[24]float64)")
	Pragma("noescape")
	p := s.begin(places)
	top, mine, flat := s.broadcast("top"), s.broadcast("mine"), s.broadcast("flat")
	zero, tiny := s.zero(), s.vector()
	VMOVUPD(constant(math.Float64bits(1e-300)), tiny)
	s.loop([]string{"r", "fall", "row", "diagonal"}, func(mem []Mem) {
		gain, sum, curvature, other := s.vector(), s.vector(), s.vector(), s.vector()
		VMOVUPD(mem[0], gain)
		VADDPD(mem[1], gain, gain)
		VMINPD(gain, p.least, p.least)
		VSUBPD(gain, top, gain)
		VMAXPD(zero, gain, gain)
		VADDPD(mem[3], mine, sum)
		VMOVUPD(mem[2], other)
		VADDPD(other, other, other)
		VSUBPD(other, sum, curvature)
		VMULPD(flat, sum, sum)
		VMAXPD(sum, curvature, curvature)
		VMAXPD(tiny, curvature, curvature)
		VMULPD(gain, gain, gain)
		VDIVPD(curvature, gain, gain)
		p.take(gain)
	})
	p.end()
}

// movePair writes what of simd.MovePair fills registers.
func (s set) movePair(places Mem) {
	TEXT("movePair"+s.name, NOSPLIT, "func(r, rise, row, other []float64, t float64, l *[24]float64)")
	Pragma("noescape")
	p := s.begin(places)
	t := s.broadcast("t")
	s.loop([]string{"r", "rise", "row", "other"}, func(mem []Mem) {
		change, now := s.vector(), s.vector()
		VMOVUPD(mem[2], change)
		VSUBPD(mem[3], change, change)
		VMULPD(t, change, change)
		VMOVUPD(mem[0], now)
		VSUBPD(change, now, now)
		VMOVUPD(now, mem[0])
		VADDPD(mem[1], now, now)
		p.take(now)
	})
	p.end()
}
