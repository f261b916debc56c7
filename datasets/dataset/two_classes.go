package dataset

import (
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
)

// Binary is a two-class problem: labels are +1 and −1.
type Binary struct {
	Name, Classes string // Classes says what +1 stands for, and how the examples were split
	Train, Test   *array.Examples
	Source        source.Source
}
