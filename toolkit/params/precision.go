package params

// unknownTerms stands for the length of the sums of a block that does not tell it.
const unknownTerms = 1 << 20

// Precision is the unit roundoff of what is stored, and the most terms that a score is a sum of: what bounds of
// rounding need.
func (m *Model) Precision() (unit float64, terms int) {
	for _, g := range m.groups {
		for _, b := range g {
			known, ok := b.(counted)
			if !ok {
				terms += unknownTerms
				continue
			}
			terms += known.terms()
		}
	}
	return 0x1p-53, terms
}

// counted is a block that knows how many terms a score is a sum of.
type counted interface{ terms() int }

var (
	_ counted = (*Explicit)(nil)
	_ counted = (*Kernel)(nil)
)

func (b *Explicit) terms() int { return len(b.w) / max(1, b.outputs) }

func (b *Kernel) terms() int { return b.n }

// Precision is that of the numbers of 24 bits that the tables hold. It looks through all rows where they have several
// features by a template.
func (h *Hashed) Precision() (unit float64, terms int) {
	for k := range h.groups {
		terms += h.mostFeatures(k)
	}
	return 0x1p-24, terms
}

// mostFeatures is how many features a row has by template k at most.
func (h *Hashed) mostFeatures(k int) int {
	most := 1
	var slots []uint32
	for i := range len(h.x.Rows()) - 1 {
		var rows []int32
		if slots, rows = h.x.Slots(slots[:0], i, k); rows == nil {
			return 1
		}
		count := map[int32]int{}
		for _, row := range rows {
			count[row]++
			most = max(most, count[row])
		}
	}
	return most
}
