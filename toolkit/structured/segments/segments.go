// Package segments holds semi-Markov models: a sequence is parted into segments, each with a label and at most so many
// positions, and a segment scores as a whole, whatever the features of all of it say:
//
//	S(y) = Σ_j θ(start_j, length_j, label_j) + Σ_j θ'(label_{j−1}, label_j).
//
// The best segmentation and all marginals are exact, in O(n (L c + c²)) for n positions, lengths up to L and c labels.
// Hinge and CRF are oracles for every method of package solver.
//
// Source: Sarawagi, Cohen, Semi-Markov Conditional Random Fields for Information Extraction, NIPS 2004.
package segments

import (
	"errors"
	"fmt"
)

// The families of parts of a segmentation.
const (
	Candidate  = 0 // rows are Row of a segment, columns labels
	Transition = 1 // rows are the label before, columns the label after
)

// Segment is the positions Start ≤ t < End of a sequence, with a label.
type Segment struct{ Start, End, Label int }

// Sequences are sequences with their segments: sequence i has the positions from Start[i] to Start[i+1] of all, and the
// segments Of[i] follow each other from its first position, 0, to its last. Labels are 0 to Labels − 1, and no segment
// has more than Most positions. Check says what is wrong with them.
type Sequences struct {
	Start        []int
	Of           [][]Segment
	Labels, Most int
}

// Len is the number of sequences.
func (d *Sequences) Len() int { return len(d.Of) }

// Row is that of a segment which begins at a position, counted over all sequences, and has so many.
func (d *Sequences) Row(position, length int) int { return position*d.Most + length - 1 }

// Rows are how many rows candidates have; those that pass the end of a sequence are never read.
func (d *Sequences) Rows() int { return d.Start[len(d.Start)-1] * d.Most }

// Check tests that sequences follow each other, and segments do in each.
func (d *Sequences) Check() error {
	if d.Labels < 1 || d.Most < 1 {
		return fmt.Errorf("%d labels and segments of at most %d positions: one of each is needed", d.Labels, d.Most)
	}
	if len(d.Of) == 0 || len(d.Start) != len(d.Of)+1 || d.Start[0] != 0 {
		return errors.New("start must begin with 0 and have one entry more than there are sequences")
	}
	for i, segments := range d.Of {
		at := 0
		for k, s := range segments {
			switch {
			case s.Start != at || s.End <= s.Start:
				return fmt.Errorf("sequence %d: segment %d is from %d to %d, after one that ends at %d", i+1, k+1, s.Start,
					s.End, at)
			case s.End-s.Start > d.Most:
				return fmt.Errorf("sequence %d: segment %d has %d positions, and the most are %d", i+1, k+1, s.End-s.Start, d.Most)
			case s.Label < 0 || s.Label >= d.Labels:
				return fmt.Errorf("sequence %d: segment %d has label %d; labels are 0 to %d", i+1, k+1, s.Label, d.Labels-1)
			}
			at = s.End
		}
		if n := d.Start[i+1] - d.Start[i]; at != n {
			return fmt.Errorf("sequence %d has %d positions, and segments of %d", i+1, n, at)
		}
	}
	return nil
}
