package model

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Verdict is what Verify finds.
type Verdict struct {
	Kind   string // "linear model", …
	Sealed bool   // false of a file by other hands, of which nothing tells whether it is as it was written
	// Changed are the fields of the JSON object, and of the arrays behind it those, that are not what was written.
	Changed []string
}

// Verify reads a saved model of any kind, and says what of it is no longer as it was written. The error is of a file
// that is none, or that is not to be read though all of it is as it was written: a newer program's, say.
func Verify(r io.Reader) (Verdict, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return Verdict{}, err
	}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	object, err := d.ReadValue()
	members := map[string]jsontext.Value{}
	if err == nil {
		err = json.Unmarshal(object, &members)
	}
	if err != nil {
		return Verdict{}, fmt.Errorf("this is no model, or a damaged one: %w", shorter(err))
	}
	var format string
	_ = json.Unmarshal(members["format"], &format) // "" is none of a model either
	name, _ := strings.CutPrefix(format, "proxlab ")
	load, known := loaders()[name]
	if !known {
		return Verdict{}, fmt.Errorf("this is no model: its format is %.60s", or(members["format"], "missing"))
	}
	v := Verdict{Kind: name, Sealed: members["seal"] != nil}
	if v.Changed, err = unlike(members); err != nil {
		return v, err
	}
	if members["arrays"] != nil {
		behind := bytes.TrimPrefix(text[d.InputOffset():], []byte("\n"))
		v.Changed = append(v.Changed, changedArrays(members["arrays"], bytes.NewReader(behind))...)
	}
	if len(v.Changed) > 0 {
		return v, nil
	}
	return v, load(bytes.NewReader(text))
}

// loaders tell of each kind of model whether it can be read.
func loaders() map[string]func(io.Reader) error {
	return map[string]func(io.Reader) error{
		linearKind.Name: reads(LoadLinear), chainKind.Name: reads(LoadChain),
		multiLabelKind.Name: reads(LoadMultiLabel), parserKind.Name: reads(LoadParser), taggerKind.Name: reads(LoadTagger),
		rnaKind.Name: reads(LoadRNA), graphKind.Name: reads(LoadGraph),
	}
}

func reads[M any](load func(io.Reader) (M, error)) func(io.Reader) error {
	return func(r io.Reader) error {
		_, err := load(r)
		return err
	}
}

// changedArrays are those of a list that are not what was written, and what is behind them.
func changedArrays(list jsontext.Value, r *bytes.Reader) (changed []string) {
	var files []arrayFile
	if json.Unmarshal(list, &files) != nil {
		return []string{"arrays"}
	}
	sizes := map[string]int{}
	for _, of := range []any{float64(0), float32(0), uint64(0), int64(0), int32(0), uint16(0), uint8(0)} {
		sizes[fmt.Sprintf("%T", of)] = binary.Size(of)
	}
	for _, f := range files {
		if _, err := f.Read(r, max(1, sizes[f.Type])); err != nil {
			changed = append(changed, f.Name)
		}
	}
	if r.Len() > 0 {
		changed = append(changed, "what follows its last number")
	}
	return changed
}
