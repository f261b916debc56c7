package kernel

import (
	"errors"
	"fmt"
	"reflect"
)

// Spec is a kernel as JSON: {"kernel": "gaussian", "variance": 5}, with the kernels that it is made of under "of".
// One of your own, which encoding/gob must know (gob.Register), is kept in gob's format under "gob".
type Spec struct {
	Kernel   string   `json:"kernel"`
	Offset   *float64 `json:"offset,omitempty"`
	Variance *float64 `json:"variance,omitempty"`
	Width    *float64 `json:"width,omitempty"`
	Nu       *float64 `json:"nu,omitempty"`
	Degree   *int     `json:"degree,omitempty"`
	C        *float64 `json:"c,omitempty"`
	Of       []Spec   `json:"of,omitempty"`
	Gob      []byte   `json:"gob,omitempty"`
}

// own is the word for kernels from outside of this package.
const own = "own"

// Describe is a kernel's Spec. The error names a kernel of one's own that encoding/gob does not know.
func Describe(k Kernel) (Spec, error) {
	with := func(name string, parts ...Kernel) (Spec, error) {
		s := Spec{Kernel: name}
		for _, p := range parts {
			of, err := Describe(p)
			if err != nil {
				return s, err
			}
			s.Of = append(s.Of, of)
		}
		return s, nil
	}
	switch k := k.(type) {
	case nil:
		return Spec{}, errors.New("a kernel is missing")
	case Linear:
		return Spec{Kernel: "linear"}, nil
	case Quadratic:
		return Spec{Kernel: "quadratic", Offset: &k.Offset}, nil
	case Gaussian:
		return Spec{Kernel: "gaussian", Variance: &k.Variance}, nil
	case B1Spline:
		return Spec{Kernel: "b1-spline", Width: &k.Width}, nil
	case Power:
		return Spec{Kernel: "power", Offset: &k.Offset, Degree: &k.Degree}, nil
	case Matern:
		return Spec{Kernel: "matern", Nu: &k.Nu, Width: &k.Width}, nil
	case UnitDiagonal:
		return with("unit-diagonal", k.Of)
	case Average:
		return with("average", k...)
	case Scaled:
		s, err := with("scaled", k.Of)
		s.C = &k.C
		return s, err
	}
	text, err := encodeOwn(k)
	if err != nil {
		return Spec{}, fmt.Errorf("the kernel %T cannot be saved: %w", k, err)
	}
	return Spec{Kernel: own, Gob: text}, nil
}

// deepest bounds kernels that are made of kernels.
const deepest = 16

// Make is the kernel of a Spec. The error says what is missing, or too much, or which kernel is unknown.
func (s Spec) Make() (Kernel, error) { return s.make(deepest) }

// make is the kernel of a Spec that is at most so deep.
func (s Spec) make(depth int) (Kernel, error) {
	if depth == 0 {
		return nil, fmt.Errorf("kernels of kernels, %d deep", deepest)
	}
	parts := make([]Kernel, len(s.Of))
	for i, of := range s.Of {
		var err error
		if parts[i], err = of.make(depth - 1); err != nil {
			return nil, err
		}
	}
	k, err := s.of(parts)
	if err != nil || s.Kernel == own {
		return k, err
	}
	d, err := Describe(k)
	if err != nil {
		return k, nil // of a part of one's own, which cannot be saved again
	}
	same := len(d.Of) == len(s.Of)
	d.Of, s.Of = nil, nil // they were made
	if !same || !reflect.DeepEqual(d, s) {
		return nil, fmt.Errorf("the kernel %q has what is not its own", s.Kernel)
	}
	return k, nil
}

// of is the kernel of a Spec, made of parts.
func (s Spec) of(parts []Kernel) (Kernel, error) {
	number := func(v *float64) (float64, error) {
		if v == nil {
			return 0, fmt.Errorf("the kernel %q lacks its number", s.Kernel)
		}
		return *v, nil
	}
	positive := func(v *float64) (float64, error) {
		if v != nil && !(*v > 0) {
			return 0, fmt.Errorf("the kernel %q has the number %g: a positive one is due", s.Kernel, *v)
		}
		return number(v)
	}
	switch s.Kernel {
	case "linear":
		return Linear{}, nil
	case "quadratic":
		v, err := number(s.Offset)
		return Quadratic{v}, err
	case "gaussian":
		v, err := positive(s.Variance)
		return Gaussian{v}, err
	case "b1-spline":
		v, err := positive(s.Width)
		return B1Spline{v}, err
	case "power":
		v, err := number(s.Offset)
		if err == nil && (s.Degree == nil || *s.Degree < 0) {
			err = errors.New(`the kernel "power" lacks its degree, which is not negative`)
		}
		if err != nil {
			return nil, err
		}
		return Power{*s.Degree, v}, nil
	case "matern":
		v, err := positive(s.Width)
		if err == nil && (s.Nu == nil || *s.Nu != 0.5 && *s.Nu != 1.5 && *s.Nu != 2.5) {
			err = errors.New(`the kernel "matern" lacks its ν of 0.5, 1.5 or 2.5`)
		}
		if err != nil {
			return nil, err
		}
		return Matern{*s.Nu, v}, nil
	}
	return s.composed(parts)
}

// composed is a kernel made of others, or one from outside of this package.
func (s Spec) composed(parts []Kernel) (Kernel, error) {
	single := func(make func(of Kernel) Kernel) (Kernel, error) {
		if len(parts) != 1 {
			return nil, fmt.Errorf("the kernel %q is of one kernel, and there are %d", s.Kernel, len(parts))
		}
		return make(parts[0]), nil
	}
	switch s.Kernel {
	case "unit-diagonal":
		return single(func(of Kernel) Kernel { return UnitDiagonal{of} })
	case "scaled":
		if s.C == nil {
			return nil, fmt.Errorf("the kernel %q lacks its number", s.Kernel)
		}
		return single(func(of Kernel) Kernel { return Scaled{*s.C, of} })
	case "average":
		if len(parts) == 0 {
			return nil, fmt.Errorf("an average of no kernels")
		}
		return Average(parts), nil
	case own:
		k, err := decodeOwn(s.Gob)
		if err != nil {
			return nil, fmt.Errorf("a kernel from outside of package kernel, which encoding/gob does not know here: %w", err)
		}
		if k == nil {
			return nil, errors.New("a kernel from outside of package kernel is missing")
		}
		return k, nil
	}
	return nil, fmt.Errorf("there is no kernel %q", s.Kernel)
}
