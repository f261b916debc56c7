package model

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// A saved model's JSON is read strictly: every field is there, once, under its name and of its type, no other is, and
// nothing follows. The tag model of a field says what else may be.
const (
	nullable = "nullable" // it may be null
	optional = "optional" // it may be missing
	first    = "first"    // of version 1, where it may be missing
	later    = "later"    // of version 2 on
	third    = "third"    // of version 3 on, where it may be null
)

// strict knows no other fields than those of a type, and no null for 0 or for no text.
func strict() json.Options {
	return json.JoinOptions(json.RejectUnknownMembers(true), json.WithUnmarshalers(json.JoinUnmarshalers(
		notNull[float64](), notNull[int64](), notNull[int](), notNull[bool](), notNull[string]())))
}

func notNull[T any]() *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(d *jsontext.Decoder, _ *T) error {
		if d.PeekKind() == 'n' {
			return errors.New("null, where a value is due")
		}
		return errors.ErrUnsupported // as ever
	})
}

// readStrictly reads a model's JSON into a pointer to a struct. It has the format and one of the versions, of which the
// last is this program's.
func readStrictly(text []byte, into any, what, format string, versions ...int) error {
	members := map[string]jsontext.Value{}
	if err := json.Unmarshal(text, &members); err != nil {
		return fmt.Errorf("this is no %s, or a damaged one: %w", what, shorter(err))
	}
	var found string
	if err := json.Unmarshal(members["format"], &found); err != nil || found != format {
		return fmt.Errorf("this is no %s: its format is %.60s and not %q", what, or(members["format"], "missing"), format)
	}
	var version int
	newest := versions[len(versions)-1]
	switch err := json.Unmarshal(members["version"], &version); {
	case err != nil:
		return fmt.Errorf("the %s is damaged: its version is %.60s", what, or(members["version"], "missing"))
	case version > newest:
		return fmt.Errorf("the %s is of version %d, and this program reads versions up to %d: a newer program wrote it",
			what, version, newest)
	case !slices.Contains(versions, version):
		return fmt.Errorf("the %s is of version %d, and this program reads %v", what, version, versions)
	}
	if err := complete(members, reflect.TypeOf(into).Elem(), version); err != nil {
		return fmt.Errorf("the %s is damaged: %w", what, err)
	}
	if err := completeEncoder(members["encoder"]); err != nil {
		return fmt.Errorf("the %s is damaged: its encoder: %w", what, err)
	}
	if err := json.Unmarshal(text, into, strict()); err != nil {
		return fmt.Errorf("the %s is damaged: %w", what, shorter(err))
	}
	return nil
}

func or(value jsontext.Value, none string) string {
	if value == nil {
		return none
	}
	return string(value)
}

// shorter cuts an error that quotes a long value.
func shorter(err error) error {
	const most = 300
	if text := err.Error(); len(text) > most {
		return fmt.Errorf("%s…", strings.ToValidUTF8(text[:most], ""))
	}
	return err
}

// complete tests that no field is missing, or null.
func complete(members map[string]jsontext.Value, of reflect.Type, version int) error {
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		may := field.Tag.Get("model")
		value, there := members[name]
		switch {
		case there && (may == first && version > 1 || may == later && version == 1 || may == third && version < 3):
			return fmt.Errorf("the field %s is not of version %d", name, version)
		case !there && may != optional && may != first && !(may == later && version == 1) && !(may == third && version < 3):
			return fmt.Errorf("the field %s is missing", name)
		case there && value.Kind() == 'n' && may != nullable && may != third:
			return fmt.Errorf("the field %s is null", name)
		}
	}
	return nil
}

// completeEncoder tests the same of the encoder that a model may have.
func completeEncoder(encoder jsontext.Value) error {
	if encoder == nil || encoder.Kind() == 'n' {
		return nil
	}
	members := map[string]jsontext.Value{}
	if err := json.Unmarshal(encoder, &members); err != nil {
		return shorter(err)
	}
	if err := complete(members, reflect.TypeFor[encode.Encoder](), 0); err != nil {
		return err
	}
	var columns []map[string]jsontext.Value
	if err := json.Unmarshal(members["columns"], &columns); err != nil {
		return shorter(err)
	}
	for k, c := range columns {
		if err := complete(c, reflect.TypeFor[encode.Encoding](), 0); err != nil {
			return fmt.Errorf("column %d: %w", k+1, err)
		}
	}
	return nil
}

// checkStatus tests why a solver is said to have stopped; "" is of a model that none made.
func checkStatus(s solver.Status) error {
	switch s {
	case "", solver.Converged, solver.IterationLimit, solver.TimeLimited, solver.Stalled, solver.Canceled, solver.Diverged:
		return nil
	}
	return fmt.Errorf("its status %.60q is none of a solver", s)
}

// notNegative tests numbers by their names.
func notNegative(names []string, values []float64) error {
	for k, v := range values {
		if !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Errorf("its %s is %g", names[k], v)
		}
	}
	return nil
}

// finite tests lists of numbers by their names: JSON has no other.
func finite(names []string, lists ...[]float64) error {
	for k, values := range lists {
		for i, v := range values {
			switch {
			case solver.Finite(v):
			case len(values) == 1:
				return fmt.Errorf("its %s is %g, which is no number of a file", names[k], v)
			default:
				return fmt.Errorf("number %d of its %s is %g, which is no number of a file", i+1, names[k], v)
			}
		}
	}
	return nil
}
