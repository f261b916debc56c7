package container

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// A saved model's JSON is read strictly: every field is there, once, under its name and of its type, no other is, and
// nothing follows. The tag model of a field says what else may be.
const (
	nullable = "nullable" // it may be null
	optional = "optional" // it may be missing
	whole    = "whole"    // it may be missing, and is else an object that has all of its own fields
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

// Shorter cuts an error that quotes a long value.
func Shorter(err error) error {
	const most = 300
	if err == nil || len(err.Error()) <= most {
		return err
	}
	return fmt.Errorf("%s…", strings.ToValidUTF8(err.Error()[:most], ""))
}

// complete tests that no field is missing, or null.
func complete(members map[string]jsontext.Value, of reflect.Type) error {
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		may := field.Tag.Get("model")
		value, there := members[name]
		switch {
		case name == "-":
		case field.Anonymous:
			if err := complete(members, field.Type); err != nil {
				return err
			}
		case !there && may != optional && may != whole:
			return fmt.Errorf("the field %s is missing", name)
		case there && value.Kind() == 'n' && may != nullable:
			return fmt.Errorf("the field %s is null", name)
		case there && may == whole:
			if err := completeObject(value, field.Type.Elem()); err != nil {
				return fmt.Errorf("its %s: %w", name, Shorter(err))
			}
		}
	}
	return nil
}

// completeObject tests the same of an object inside.
func completeObject(value jsontext.Value, of reflect.Type) error {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(value, &members); err != nil {
		return err
	}
	return complete(members, of)
}

// completeEncoder tests the same of the encoder that a model may have.
func completeEncoder(encoder jsontext.Value) error {
	if encoder == nil || encoder.Kind() == 'n' {
		return nil
	}
	var members map[string]jsontext.Value
	var columns []map[string]jsontext.Value
	err := json.Unmarshal(encoder, &members)
	if err == nil {
		err = complete(members, reflect.TypeFor[encode.Encoder]())
	}
	if err == nil {
		err = json.Unmarshal(members["columns"], &columns)
	}
	for k := 0; err == nil && k < len(columns); k++ {
		if err = complete(columns[k], reflect.TypeFor[encode.Encoding]()); err != nil {
			err = fmt.Errorf("column %d: %w", k+1, err)
		}
	}
	if err != nil {
		return fmt.Errorf("its encoder: %w", Shorter(err))
	}
	return nil
}

// CheckEnd tests why a solver is said to have stopped, "" being of a model that none made, and the gap, NaN where it is
// not known: P − P* is never below 0.
func CheckEnd(s solver.Status, gap float64) error {
	if gap < 0 {
		return fmt.Errorf("its gap is %g, which bounds nothing", gap)
	}
	switch s {
	case "", solver.Converged, solver.IterationLimit, solver.TimeLimited, solver.Stalled, solver.Stationary,
		solver.Canceled, solver.Diverged:
		return nil
	}
	return fmt.Errorf("its status %.60q is none of a solver", s)
}

// NotNegative tests numbers by their names.
func NotNegative(names []string, values []float64) error {
	for k, v := range values {
		if !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Errorf("its %s is %g", names[k], v)
		}
	}
	return nil
}

// Finite tests lists of numbers by their names: JSON has no other.
func Finite(names []string, lists ...[]float64) error {
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

// CheckArray tests the shape of an array of at most MaxInt32 rows and columns, and its numbers.
func CheckArray(what string, a *linalg.Dense, r, c int) error {
	if a == nil || a.R != r || a.C != c || len(a.Data) != r*c {
		return fmt.Errorf("%s are not %d × %d", what, r, c)
	}
	if i, j, v, found := linalg.NotFinite(a); found {
		return fmt.Errorf("row %d, column %d of %s is %g", i+1, j+1, what, v)
	}
	return nil
}
