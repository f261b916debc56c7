package rna

import (
	"fmt"
	"strings"
)

// Base is one of the four bases, or Unknown, which pairs with none.
type Base byte

// The bases.
const (
	A Base = iota
	C
	G
	U
	Unknown
)

// bases is how many Bases there are, Unknown among them.
const bases = 5

// Sequence is an RNA.
type Sequence []Base

// ParseSequence reads letters: A, C, G, U or T, and N or another letter of IUPAC's for an unknown base, in upper or
// lower case.
func ParseSequence(text string) (Sequence, error) {
	out := make(Sequence, len(text))
	for i := range len(text) {
		switch text[i] &^ 0x20 {
		case 'A':
			out[i] = A
		case 'C':
			out[i] = C
		case 'G':
			out[i] = G
		case 'U', 'T':
			out[i] = U
		default:
			if !strings.ContainsRune("NRYSWKMBDHV", rune(text[i]&^0x20)) {
				return nil, fmt.Errorf("letter %d is %q: A, C, G and U or T are bases, N is an unknown one", i+1, text[i])
			}
			out[i] = Unknown
		}
	}
	return out, nil
}

// String is the sequence by letters.
func (s Sequence) String() string {
	var b strings.Builder
	for _, x := range s {
		b.WriteByte("ACGUN"[x])
	}
	return b.String()
}

// Structure is the partner of each base, −1 for none.
type Structure []int

// ParseStructure reads brackets: ( and ) are the ends of a pair, . is a base without a partner.
func ParseStructure(text string) (Structure, error) {
	out := make(Structure, len(text))
	var open []int
	for i := range len(text) {
		switch out[i] = -1; text[i] {
		case '.', '-', ',', ':', '_':
		case '(':
			open = append(open, i)
		case ')':
			if len(open) == 0 {
				return nil, fmt.Errorf("bracket %d closes none", i+1)
			}
			j := open[len(open)-1]
			open = open[:len(open)-1]
			out[i], out[j] = j, i
		case '[', ']', '{', '}', '<', '>':
			return nil, fmt.Errorf("place %d is %q: pairs that cross others (pseudoknots) are not known here: "+
				"replace these brackets by points", i+1, text[i])
		default:
			return nil, fmt.Errorf("place %d is %q: a structure is written by points and ( )", i+1, text[i])
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("bracket %d is not closed", open[0]+1)
	}
	return out, nil
}

// String is the structure by brackets.
func (y Structure) String() string {
	b := make([]byte, len(y))
	for i, j := range y {
		switch {
		case j < 0:
			b[i] = '.'
		case j > i:
			b[i] = '('
		default:
			b[i] = ')'
		}
	}
	return string(b)
}

// PairError is a pair that a Structure of a sequence cannot have.
type PairError struct {
	Base   int // an end of it, from 0
	Reason string
}

// Error is the reason, which names the bases.
func (e *PairError) Error() string { return e.Reason }

// Check says what is wrong with a structure of a sequence: another length, or by a *PairError partners that are not
// mutual, pairs that cross, and pairs of bases other than AU, CG and GU.
func (y Structure) Check(x Sequence) error {
	if len(x) != len(y) {
		return fmt.Errorf("the sequence has %d bases, its structure %d", len(x), len(y))
	}
	var open []int
	for i, j := range y {
		switch {
		case j < 0:
			continue
		case j >= len(y) || j == i || y[j] != i:
			return &PairError{i, fmt.Sprintf("base %d pairs with %d, which does not pair with it", i+1, j+1)}
		case pairType[x[i]][x[j]] < 0:
			return &PairError{i, fmt.Sprintf("bases %d and %d are %c and %c: AU, CG and GU are the pairs that are known",
				i+1, j+1, "ACGUN"[x[i]], "ACGUN"[x[j]])}
		case j > i:
			open = append(open, i)
		case open[len(open)-1] != j:
			k := open[len(open)-1]
			return &PairError{i, fmt.Sprintf("pairs cross, %d with %d and %d with %d: pseudoknots are not known here",
				j+1, i+1, k+1, y[k]+1)}
		default:
			open = open[:len(open)-1]
		}
	}
	return nil
}

// pairTypes is how many ordered pairs there are.
const pairTypes = 6

// pairType numbers the ordered pairs of bases; −1 for those that are none.
var pairType = func() (t [bases][bases]int8) {
	for i := range t {
		for j := range t[i] {
			t[i][j] = -1
		}
	}
	for k, p := range pairs {
		t[p[0]][p[1]] = int8(k)
	}
	return t
}()

// pairs are the ordered pairs.
var pairs = [pairTypes][2]Base{{A, U}, {C, G}, {G, C}, {G, U}, {U, A}, {U, G}}
