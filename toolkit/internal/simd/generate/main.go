// Command generate writes the vector kernels of package simd with avo, from one description for both widths of
// registers: run `go generate` there. It is a module of its own, so that nobody else needs avo.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/buildtags"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// set is an instruction set: the width of its registers, and the rows of a tile of C that fill them.
type set struct {
	name string
	wide bool // 512 bits, with masks
	rows int  // of a tile of C
}

var sets = []set{{"AVX2", false, 4}, {"AVX512", true, 8}}

// vector is a new register of the set.
func (s set) vector() reg.VecVirtual {
	if s.wide {
		return ZMM()
	}
	return YMM()
}

// zero is a new register of zeros.
func (s set) zero() reg.VecVirtual {
	v := s.vector()
	if s.wide {
		VPXORQ(v, v, v)
	} else {
		VXORPD(v, v, v)
	}
	return v
}

// bytes is the width of a register.
func (s set) bytes() int {
	if s.wide {
		return 64
	}
	return 32
}

// lanes is how many numbers of 64 bits a register holds.
func (s set) lanes() int { return s.bytes() / 8 }

func main() {
	Constraint(buildtags.Not("purego").ToConstraint())
	masks, places := tailMasks(), countUp()
	for _, s := range sets {
		s.dot(masks)
		s.axpy(masks)
		s.dotRows(masks)
		for way := range 3 {
			s.axpyRows(masks, way)
		}
		for vectors := 1; vectors <= 3; vectors++ {
			s.tile(masks, vectors)
		}
		s.pack()
		s.spread()
		s.exp(masks)
		s.log(masks)
		s.variationStep()
		s.variationTerms()
		s.variationImage()
		s.partner(places)
		s.movePair(places)
	}
	sharedOnes()
	prefetch()
	addLanes()
	prefetchLanes()
	Generate()
}

// tailMasks are four lanes of ones and four of zeros: a mask of the first n lanes of 256 bits begins 4 − n lanes in.
func tailMasks() Mem {
	m := GLOBL("tailMasks", 8|16)
	for i := range 8 {
		var v uint64
		if i < 4 {
			v = 1<<64 - 1
		}
		DATA(8*i, U64(v))
	}
	return m
}

// first is a mask of the first n lanes of a register, of all where n, which is below 256, is larger.
func (s set) first(masks Mem, n reg.GPVirtual) reg.Register {
	at := GP64()
	if s.wide {
		bits, mask := GP64(), K()
		MOVQ(U32(1<<s.lanes()-1), at)
		BZHIQ(n, at, bits)
		KMOVW(bits.As32(), mask)
		return mask
	}
	table, mask := GP64(), YMM()
	LEAQ(masks, table)
	MOVQ(U32(uint32(s.lanes())), at)
	CMPQ(n, at)
	CMOVQLT(n, at)
	NEGQ(at)
	VMOVUPD(Mem{Base: table, Index: at, Scale: 8, Disp: 32}, mask)
	return mask
}

// tail is code for what is left of vectors whose whole blocks are done: body is written down for each of at most count
// registers, with a mask of its lanes; left is how many numbers there are, and counted down.
func (s set) tail(masks Mem, left reg.GPVirtual, count int, done string, body func(i int, mask reg.Register)) {
	for i := range count {
		TESTQ(left, left)
		JLE(LabelRef(done))
		body(i, s.first(masks, left))
		SUBQ(Imm(uint64(s.lanes())), left)
	}
}

// load is the lanes that a mask has, and 0 in the others.
func (s set) load(from Mem, mask reg.Register) reg.VecVirtual {
	v := s.vector()
	if s.wide {
		VMOVUPD_Z(from, mask, v)
	} else {
		VMASKMOVPD(from, mask, v)
	}
	return v
}

// store writes the lanes that a mask has.
func (s set) store(v, mask reg.Register, to Mem) {
	if s.wide {
		VMOVUPD(v, mask, to)
	} else {
		VMASKMOVPD(v, mask, to)
	}
}
