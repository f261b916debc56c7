package encode

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/proxlab/proxlab/toolkit/encode/dates"
)

// Check tests that the encoder's parts go together, as those of one that Fit made.
func (e *Encoder) Check() error {
	if len(e.Columns) == 0 {
		return errors.New("the encoder has no columns")
	}
	if !slices.Contains(missingWords, e.Missing) {
		return fmt.Errorf("the encoder's missing is %.60q", e.Missing)
	}
	if !slices.Contains(unseenWords, e.Unseen) {
		return fmt.Errorf("the encoder's unseen is %.60q", e.Unseen)
	}
	seen, features := map[string]bool{}, map[string]bool{}
	for j := range e.Columns {
		c := &e.Columns[j]
		if seen[c.Name] {
			return fmt.Errorf("the encoder has the column %.60q twice", c.Name)
		}
		seen[c.Name] = true
		if err := c.check(e); err != nil {
			return fmt.Errorf("column %.60q of the encoder: %w", c.Name, err)
		}
	}
	if err := e.checkSteps(); err != nil {
		return err
	}
	for _, name := range e.Features() {
		if features[name] {
			return fmt.Errorf("two features would be called %.60q: rename a column or a level", name)
		}
		features[name] = true
	}
	if len(features) == 0 {
		return errors.New("no column has a feature: each is a category of one level, or is needed by no step")
	}
	return nil
}

func (c *Encoding) check(e *Encoder) error {
	if !utf8.ValidString(c.Name) {
		return errors.New("its name is no UTF-8")
	}
	if err := c.checkKind(); err != nil {
		return err
	}
	filled := e.Missing == Mean || e.Missing == Median
	wants := 0
	if c.numeric() && (filled || c.Indicator) {
		wants = c.width()
	}
	switch {
	case c.Indicator && e.Missing != Indicator:
		return fmt.Errorf("it has an indicator, and missing is %s", e.Missing)
	case len(c.Fill) != wants || wants == 0 && c.Fill != nil:
		return fmt.Errorf("its fill has %d numbers, and %d are due", len(c.Fill), wants)
	case (c.FillLevel != nil) != (filled && c.Kind == Category):
		return errors.New("its fill_level does not go with missing and kind")
	case c.FillLevel != nil && (c.levelOf(*c.FillLevel) == unseen || slices.Contains(c.Rare, *c.FillLevel)):
		return fmt.Errorf("its fill_level %.60q is no level", *c.FillLevel)
	}
	for _, v := range c.Fill {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("its fill has %g", v)
		}
	}
	return nil
}

// numeric tells whether missing cells of a column are filled by numbers.
func (c *Encoding) numeric() bool { return c.Kind != Category && c.Kind != Text }

// checkKind tests what a kind has, and that it has nothing of others.
func (c *Encoding) checkKind() error {
	if c.Kind == Text {
		return c.checkVocabulary()
	}
	if c.Grams != 0 || c.Hash != 0 {
		return fmt.Errorf("it has rows of words, and is a %s", c.Kind)
	}
	if c.Kind != Category && (c.Levels != nil || c.Reference != nil || c.Rare != nil) {
		return fmt.Errorf("it has levels, and is a %s", c.Kind)
	}
	if c.Kind != Boolean && c.Words != nil {
		return fmt.Errorf("it has words, and is a %s", c.Kind)
	}
	if c.Kind != Date && (c.Form != "" || c.Parts != nil || c.Origin != "") {
		return fmt.Errorf("it has a form, parts or an origin, and is a %s", c.Kind)
	}
	switch c.Kind {
	case Number:
		return nil
	case Boolean:
		if booleans(c.Words) == nil || !slices.Equal(booleans(c.Words), c.Words) {
			return fmt.Errorf("its words are %.60q", c.Words)
		}
		return nil
	case Category:
		return c.checkLevels()
	case Date:
		return c.checkDate()
	}
	return fmt.Errorf("its kind %.60q is none", c.Kind)
}

func (c *Encoding) checkLevels() error {
	if len(c.Levels) == 0 && (c.Levels != nil || c.Reference == nil) {
		return errors.New("it has no levels")
	}
	for name, list := range map[string][]string{"levels": c.Levels, "rare levels": c.Rare} {
		for k, l := range list {
			if k > 0 && l <= list[k-1] {
				return fmt.Errorf("its %s do not ascend: %.60q is behind %.60q", name, l, list[k-1])
			}
			if !utf8.ValidString(l) {
				return fmt.Errorf("its %s have %.60q, which is no UTF-8", name, l)
			}
			_, level := slices.BinarySearch(c.Levels, l) // where they do not ascend that is the error
			if name == "rare levels" && (l == other || level || c.Reference != nil && l == *c.Reference) {
				return fmt.Errorf("its level %.60q is a rare one and another", l)
			}
		}
	}
	switch {
	case c.Reference != nil && slices.Contains(c.Levels, *c.Reference):
		return fmt.Errorf("its reference %.60q has a feature", *c.Reference)
	case c.Rare != nil && c.levelOf(other) == unseen:
		return fmt.Errorf("it has rare levels, and no level %q", other)
	}
	return nil
}

func (c *Encoding) checkDate() error {
	if dates.Number(c.Form) < 0 {
		return fmt.Errorf("its form %.60q is none", c.Form)
	}
	if len(c.Parts) == 0 {
		return errors.New("it has no parts")
	}
	if err := checkParts(c.Parts); err != nil {
		return err
	}
	if !slices.Contains(c.Parts, Days) {
		if c.Origin != "" {
			return errors.New("it has an origin, and counts no days")
		}
		return nil
	}
	if _, err := time.Parse(time.DateOnly, c.Origin); err != nil {
		return fmt.Errorf("its origin %.60q is no date as 2000-01-31", c.Origin)
	}
	return nil
}
