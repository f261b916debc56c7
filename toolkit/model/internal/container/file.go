package container

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Kind is a kind of model as a file: its format is "proxlab " and its name.
type Kind struct {
	Name    string
	Version int
	Oldest  int // that is read, too; 0 for no other than Version
}

// Head begins the JSON object of every file. Seal has a checksum for each of the other members, by name: the first 16
// digits of the SHA-256 of name, colon and value, the value in its canonical form (RFC 8785), so that neither order nor
// spaces matter.
type Head struct {
	Format  string            `json:"format"`
	Version int               `json:"version"`
	Seal    map[string]string `json:"seal,omitempty" model:"optional"`
}

// Head is that of a file of the kind.
func (k Kind) Head() Head { return Head{Format: "proxlab " + k.Name, Version: k.Version} }

// Saving says of which model an error was.
func (k Kind) Saving(err error) error {
	if err != nil {
		return fmt.Errorf("saving the %s: %w", k.Name, err)
	}
	return nil
}

// Damaged says that a file of the kind is.
func (k Kind) Damaged(err error) error {
	if err != nil {
		return fmt.Errorf("the %s is damaged: %w", k.Name, err)
	}
	return nil
}

// Save writes a file as one JSON object on a line, with its seal.
func (k Kind) Save(w io.Writer, file any) error {
	text, err := json.Marshal(file, json.FormatNilSliceAsNull(true))
	if err == nil {
		text, err = Sealed(text)
	}
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return k.Saving(err)
}

// Load reads what save wrote, and nothing else may be there. A file without a seal was written by other hands.
func (k Kind) Load(r io.Reader, into any) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("reading the %s: %w", k.Name, err)
	}
	return k.Read(text, into)
}

// Read reads JSON into a pointer to a struct: see strict.
func (k Kind) Read(text []byte, into any) error {
	members := map[string]jsontext.Value{}
	if err := json.Unmarshal(text, &members); err != nil {
		line, _, several := bytes.Cut(text, []byte("\n")) // that of a object is the object
		if first := members; !several || json.Unmarshal(line, &first) != nil || k.wrote(first["format"]) {
			return fmt.Errorf("this is no %s, or a damaged one: %w", k.Name, Shorter(err))
		}
	}
	var format string
	if err := json.Unmarshal(members["format"], &format); err != nil || format != k.Head().Format {
		return fmt.Errorf("this is no %s: its format is %.60s and not %q", k.Name, Or(members["format"], "missing"),
			k.Head().Format)
	}
	var version int
	switch err := json.Unmarshal(members["version"], &version); {
	case err != nil:
		return fmt.Errorf("the %s is damaged: its version is %.60s", k.Name, Or(members["version"], "missing"))
	case version > k.Version:
		return fmt.Errorf("the %s is of version %d, and this program reads version %d: a newer program wrote it",
			k.Name, version, k.Version)
	case version < cmp.Or(k.Oldest, k.Version):
		return fmt.Errorf("the %s is of version %d, and this program reads version %d", k.Name, version, k.Version)
	}
	err := complete(members, reflect.TypeOf(into).Elem())
	if err == nil {
		err = completeEncoder(members["encoder"])
	}
	if err == nil {
		err = checkSeal(members)
	}
	if err == nil {
		err = Shorter(json.Unmarshal(text, into, strict()))
	}
	return k.Damaged(err)
}

// wrote tells whether a format is that of the kind.
func (k Kind) wrote(format jsontext.Value) bool {
	var text string
	return json.Unmarshal(format, &text) == nil && text == k.Head().Format
}

// Or is a value as text, or what there is where it is missing.
func Or(value jsontext.Value, none string) string {
	if value == nil {
		return none
	}
	return string(value)
}

// Sealed appends the seal to an object that was just marshaled: what of it holds no object is in canonical form.
func Sealed(object []byte) ([]byte, error) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(object, &members); err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for name, value := range members {
		var err error
		if bytes.ContainsRune(value, '{') {
			value, err = canonical(value)
		}
		if err != nil {
			return nil, err
		}
		sums[name] = checksum(name, value)
	}
	seal, err := json.Marshal(sums, json.Deterministic(true))
	return slices.Concat(object[:len(object)-1], []byte(`,"seal":`), seal, []byte("}")), err
}

func canonical(v jsontext.Value) (jsontext.Value, error) {
	v = v.Clone()
	return v, v.Canonicalize(jsontext.CanonicalizeRawInts(false))
}

// checksum is that of a member in canonical form.
func checksum(name string, value jsontext.Value) string {
	sum := sha256.New()
	sum.Write([]byte(name + ":"))
	sum.Write(value)
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// checkSeal names the members that are not what they were when the object was sealed, if it was.
func checkSeal(members map[string]jsontext.Value) error {
	changed, err := Unlike(members)
	if err != nil || len(changed) == 0 {
		return err
	}
	err = fmt.Errorf("by its seal these are not what was written: %.200s", strings.Join(changed, ", "))
	if members["arrays"] == nil {
		err = fmt.Errorf("%w; who changed them knowingly takes the seal out", err)
	}
	return err
}

// Unlike are the members that do not go with the seal, if there is one.
func Unlike(members map[string]jsontext.Value) ([]string, error) {
	if members["seal"] == nil {
		return nil, nil
	}
	var seal map[string]string
	if err := json.Unmarshal(members["seal"], &seal); err != nil {
		return nil, fmt.Errorf("its seal: %w", Shorter(err))
	}
	if seal == nil { // null
		seal = map[string]string{}
	}
	for name, value := range members {
		if name == "seal" {
			continue
		}
		same := seal[name] == checksum(name, value) // most are as they were written
		if !same {
			other, err := canonical(value)
			same = err == nil && seal[name] == checksum(name, other)
		}
		if delete(seal, name); !same {
			seal[name] = ""
		}
	}
	return slices.Sorted(maps.Keys(seal)), nil
}
