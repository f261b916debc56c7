package structured

import "fmt"

// CheckStart tests that sequences follow each other from row 0 to row n.
func CheckStart(start []int, n int) error {
	const must = "start must begin with 0 and end with the number of rows, %d"
	switch last := len(start) - 1; {
	case last < 1:
		return fmt.Errorf(must+": it has %d entries, and needs one more than there are sequences", n, len(start))
	case start[0] != 0:
		return fmt.Errorf(must+": start[0] is %d", n, start[0])
	case start[last] != n:
		return fmt.Errorf(must+": start[%d], the last, is %d", n, last, start[last])
	}
	for i := 1; i < len(start); i++ {
		if start[i] < start[i-1] {
			return fmt.Errorf("start[%d] = %d is less than start[%d] = %d", i, start[i], i-1, start[i-1])
		}
	}
	return nil
}

// CheckLabels tests that all labels are from 0 to labels − 1.
func CheckLabels(y []int, labels int) error {
	if labels < 1 {
		return fmt.Errorf("%d labels: at least one is needed", labels)
	}
	for t, l := range y {
		if l < 0 || l >= labels {
			return fmt.Errorf("position %d has label %d; labels are 0 to %d", t+1, l, labels-1)
		}
	}
	return nil
}

// Check tests that the sequences follow each other to the last label, and that labels are below Labels.
func (s *Sequences) Check() error {
	if err := CheckStart(s.Start, len(s.Y)); err != nil {
		return err
	}
	return CheckLabels(s.Y, s.Labels)
}

// must panics at an error: what is wrong is the caller's.
func must(err error) {
	if err != nil {
		panic("structured: " + err.Error())
	}
}

// bounds returns the positions of sequence i. It panics where there is no such sequence, or Start leads outside of Y.
func (s *Sequences) bounds(i int) (lo, hi int) { return bounds(s.Start, len(s.Y), i) }

// bounds returns the positions of sequence i among n. It panics where there is no such sequence, or start leads
// outside.
func bounds(start []int, n, i int) (lo, hi int) {
	if i < 0 || i >= len(start)-1 {
		panic(fmt.Sprintf("structured: there is no sequence %d: Start has %d entries, for %d sequences",
			i, len(start), max(0, len(start)-1)))
	}
	if lo, hi = start[i], start[i+1]; lo < 0 || hi < lo || hi > n {
		panic(fmt.Sprintf("structured: sequence %d goes from position %d to %d of %d: check Start", i, lo, hi, n))
	}
	return lo, hi
}

// check panics where the numbers of scores do not go with the number of labels.
func (s *ChainScores) check() {
	switch c := s.Labels; {
	case c < 1:
		panic(fmt.Sprintf("structured: chain scores of %d labels", c))
	case len(s.Emission)%c != 0:
		panic(fmt.Sprintf("structured: %d emission scores are no whole number of positions of %d labels", len(s.Emission), c))
	case len(s.Transition) == 0:
		panic(fmt.Sprintf("structured: the chain scores have no transitions; where none count, give %d zeros", c*c))
	case len(s.Transition) != c*c:
		panic(fmt.Sprintf("structured: %d transition scores, and not the %d of %d labels", len(s.Transition), c*c, c))
	}
}

// labelling panics where y is no labelling of the positions.
func (s *ChainScores) labelling(y []int) {
	s.check()
	if len(y) != s.Len() {
		panic(fmt.Sprintf("structured: one label is needed for each position: %d labels, %d positions", len(y), s.Len()))
	}
	must(CheckLabels(y, s.Labels))
}
