package params

// keptSlots are features whose places of the run that was asked for last are kept, for the other models that ask for
// them and for its update.
type keptSlots struct {
	Indexed
	run   int // −1 for none
	slots [][]uint32
	rows  [][]int32 // nil where each row has one feature
	known []bool
}

func keepSlots(x Indexed) *keptSlots {
	p := x.Templates()
	return &keptSlots{Indexed: x, run: -1, slots: make([][]uint32, p), rows: make([][]int32, p), known: make([]bool, p)}
}

// of are the places of the features of run i by template k, and their rows, as Indexed.Slots has them.
func (s *keptSlots) of(i, k int) (slots []uint32, rows []int32) {
	if s.run != i {
		s.run = i
		clear(s.known)
	}
	if !s.known[k] {
		s.slots[k], rows = s.Indexed.Slots(s.slots[k][:0], i, k)
		s.known[k] = true
		if rows != nil {
			rows = append(s.rows[k][:0:0], rows...)
		}
		s.rows[k] = rows
	}
	return s.slots[k], s.rows[k]
}

// picked are some of the features, in an order of their own.
type picked struct {
	*keptSlots
	templates []int
}

func (s picked) Templates() int { return len(s.templates) }

func (s picked) Size(k int) int { return s.keptSlots.Size(s.templates[k]) }

func (s picked) Slots(dst []uint32, i, k int) (slots []uint32, rows []int32) {
	slots, rows = s.of(i, s.templates[k])
	return append(dst, slots...), rows
}

func (s picked) SlotsOf(dst []uint32, i, k, row int) []uint32 {
	if slots, rows := s.of(i, s.templates[k]); rows == nil {
		return append(dst, slots[row])
	}
	return s.Indexed.SlotsOf(dst, i, s.templates[k], row)
}

// Over is of rows that have the features picked alone.
func (s picked) Over(x Templates) Indexed { return s.Indexed.Over(x) }
