package plan

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Results are JSON, so that people and other programs can read them, with NaN and the infinities as the strings "NaN",
// "+Inf" and "-Inf". Numbers come back bit for bit, and nil slices and maps as nil.
var (
	writing = json.JoinOptions(json.Deterministic(true), json.FormatNilSliceAsNull(true), json.FormatNilMapAsNull(true),
		json.WithMarshalers(json.MarshalToFunc(func(e *jsontext.Encoder, v float64) error {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return e.WriteToken(jsontext.String(strconv.FormatFloat(v, 'g', -1, 64)))
			}
			return errors.ErrUnsupported // as ever
		})))
	reading = json.JoinOptions(json.RejectUnknownMembers(true),
		json.WithUnmarshalers(json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *float64) error {
			if d.PeekKind() != '"' {
				return errors.ErrUnsupported // as ever
			}
			t, err := d.ReadToken()
			if err != nil {
				return err
			}
			switch t.String() {
			case "NaN", "+Inf", "-Inf":
				*v, err = strconv.ParseFloat(t.String(), 64)
				return err
			}
			return fmt.Errorf("%q is no number", t.String())
		})))
)

func encode(v any) ([]byte, error) { return json.Marshal(v, writing) }

// schema is a type of results: how they are read, and a text that changes when the type does.
type schema struct {
	of   reflect.Type
	text string
}

// checker is a result that knows when its lengths or values cannot be right.
type checker interface{ Check() error }

// schemaOf describes a type. It panics at one that would not come back as it went.
func schemaOf(t reflect.Type) schema {
	var b strings.Builder
	describe(&b, t, nil)
	return schema{t, b.String()}
}

// decode reads a result. What would be written otherwise than it stands there is none of the type: it lacks a field, or
// has null in the place of a value.
func (s schema) decode(text []byte) (any, error) {
	v := reflect.New(s.of)
	if err := json.Unmarshal(text, v.Interface(), reading); err != nil {
		return nil, err
	}
	switch again, err := encode(v.Elem().Interface()); {
	case err != nil:
		return nil, err
	case !bytes.Equal(again, text):
		return nil, fmt.Errorf("its result %.40q is not what this program writes, %.40q", text, again)
	}
	for _, at := range []reflect.Value{v, v.Elem()} {
		if c, ok := at.Interface().(checker); ok {
			return v.Elem().Interface(), c.Check()
		}
	}
	return v.Elem().Interface(), nil
}

// describe writes the type as Go would, without names of types.
func describe(b *strings.Builder, t reflect.Type, within []reflect.Type) {
	for _, w := range within {
		if w == t {
			panic(fmt.Sprintf("plan: results of type %v contain themselves", t))
		}
	}
	within = append(within, t)
	if t.PkgPath() == "time" && t.Name() == "Time" {
		b.WriteString("time.Time")
		return
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float64, reflect.Float32, reflect.Int, reflect.Int8, reflect.Int16,
		reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		b.WriteString(t.Kind().String())
	case reflect.Slice:
		b.WriteString("[]")
		describe(b, t.Elem(), within)
	case reflect.Array:
		fmt.Fprintf(b, "[%d]", t.Len())
		describe(b, t.Elem(), within)
	case reflect.Pointer:
		b.WriteString("*")
		describe(b, t.Elem(), within)
	case reflect.Map:
		b.WriteString("map[")
		describe(b, t.Key(), within)
		b.WriteString("]")
		describe(b, t.Elem(), within)
	case reflect.Struct:
		describeFields(b, t, within)
	default:
		panic(fmt.Sprintf("plan: results of kind %v cannot be kept", t.Kind()))
	}
}

func describeFields(b *strings.Builder, t reflect.Type, within []reflect.Type) {
	b.WriteString("struct{")
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() || f.Tag.Get("json") == "-" {
			panic(fmt.Sprintf("plan: the field %s of %v would not be kept", f.Name, t))
		}
		b.WriteString(f.Name + " ")
		describe(b, f.Type, within)
		b.WriteString(";")
	}
	b.WriteString("}")
}
