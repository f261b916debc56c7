package encode

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// checkSteps tests that steps go with the columns.
func (e *Encoder) checkSteps() error {
	columns := map[string]*Encoding{}
	for j := range e.Columns {
		columns[e.Columns[j].Name] = &e.Columns[j]
	}
	for _, name := range e.Hidden {
		if columns[name] == nil {
			return fmt.Errorf("the encoder hides the column %.60q, which it has not", name)
		}
	}
	for _, s := range e.Made {
		if err := s.check(columns); err != nil {
			return fmt.Errorf("the encoder's %.60q of %.60q: %w", s.Step, s.Of, err)
		}
	}
	return nil
}

func (s *Step) check(columns map[string]*Encoding) error {
	if err := (Ask{s.Step, s.Of, s.asked()}).Check(); err != nil {
		return err
	}
	for _, name := range s.Of {
		c := columns[name]
		switch {
		case c == nil:
			return fmt.Errorf("there is no column %.60q", name)
		case s.Step == Duration && (c.Kind != Date || !slices.Equal(c.Parts, []string{Days})):
			return fmt.Errorf("column %.60q is not of dates, in days", name)
		case s.Step != Product && c.width() != 1:
			return fmt.Errorf("column %.60q has %d features: one is due, of a number", name, c.width())
		}
	}
	if s.Step != Power && s.Degree != 0 || !learns(s.Step) && s.Knots != nil {
		return errors.New("it has a degree or knots of another step")
	}
	for k, v := range s.Knots {
		if math.IsNaN(v) || math.IsInf(v, 0) || k > 0 && !(v > s.Knots[k-1]) {
			return fmt.Errorf("its knots do not rise at %g", v)
		}
	}
	return nil
}
