package params

// unknownTerms stands for the length of the sums of a block that does not tell it.
const unknownTerms = 1 << 20

// Precision is the unit roundoff of what is stored, and the most terms that a score is a sum of: what bounds of
// rounding need.
func (m *Model) Precision() (unit float64, terms int) {
	for _, g := range m.groups {
		for _, b := range g {
			known, ok := b.(interface{ terms() int })
			if !ok {
				terms += unknownTerms
				continue
			}
			terms += known.terms()
		}
	}
	return 0x1p-53, terms
}

func (b *Explicit) terms() int { return len(b.w) / max(1, b.outputs) }

func (b *Kernel) terms() int { return b.n }

// Precision is that of the numbers of 24 bits that the tables hold.
func (h *Hashed) Precision() (unit float64, terms int) { return 0x1p-24, len(h.groups) }
