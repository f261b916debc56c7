package model

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/model/internal/container"
)

// What files are made of: see the package.
type (
	kind      = container.Kind
	head      = container.Head
	listed    = container.Listed
	arrays    = container.Arrays
	arrayFile = container.ArrayFile
	found     = container.Found
)

var (
	matrix, checkArray            = container.Matrix, container.CheckArray
	foundBy, known, orNaN         = container.FoundBy, container.Known, container.OrNaN
	checkEnd, notNegative, finite = container.CheckEnd, container.NotNegative, container.Finite
	shorter, or, unlike, sealed   = container.Shorter, container.Or, container.Unlike, container.Sealed
)

func array[T container.Number](a *arrays, name string, values *[]T) { container.Array(a, name, values) }

// texts are what templates are written as.
func texts[T fmt.Stringer](list []T) []string {
	out := make([]string, len(list))
	for k, t := range list {
		out[k] = t.String()
	}
	return out
}
