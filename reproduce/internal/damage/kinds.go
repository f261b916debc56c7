package damage

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// kind is a way to spoil the file of a result: good is what it holds, other the file of another result. Where nothing
// can be spoiled so, it returns nil.
type kind struct {
	name  string
	spoil func(rng *rand.Rand, good, other []byte) []byte
}

// kinds are those of a disk, of a hand, and of a program that writes a right checksum over a wrong shape.
var kinds = []kind{
	{"a digit changed", digit},
	{"a sign added", sign},
	{"an empty object", constant("{}")},
	{"null", constant("null")},
	{"another result", func(_ *rand.Rand, _, other []byte) []byte { return other }},
	{"a list shortened", func(rng *rand.Rand, good, _ []byte) []byte {
		line, seal, _ := bytes.Cut(good, []byte{'\n'})
		return slices.Concat(withResult(rng, line, shorten), []byte{'\n'}, seal)
	}},
	{"no length", constant("")},
	{"cut in half", func(_ *rand.Rand, good, _ []byte) []byte { return good[:len(good)/2] }},
	{"zeros at the end", func(_ *rand.Rand, good, _ []byte) []byte {
		return append(good[:len(good)/2:len(good)/2], make([]byte, len(good)/2)...)
	}},
	{"an empty object, sealed", sealed(as("{}"))},
	{"null, sealed", sealed(as("null"))},
	{"a list shortened, sealed", sealed(shorten)},
	{"a member less, sealed", sealed(without)},
	{"a number as text, sealed", sealed(asText)},
}

func constant(text string) func(*rand.Rand, []byte, []byte) []byte {
	return func(*rand.Rand, []byte, []byte) []byte { return []byte(text) }
}

// digits are the places of the digits of a file's result, which stands at the end of its first line.
func digits(good []byte) (at []int) {
	begin := bytes.Index(good, []byte(`"result":`))
	for i := begin; i < bytes.IndexByte(good, '\n'); i++ {
		if good[i] >= '0' && good[i] <= '9' {
			at = append(at, i)
		}
	}
	return at
}

func digit(rng *rand.Rand, good, _ []byte) []byte {
	at := digits(good)
	if len(at) == 0 {
		return nil
	}
	out, i := bytes.Clone(good), at[rng.IntN(len(at))]
	out[i] = '0' + (out[i]-'0'+1+byte(rng.IntN(9)))%10
	return out
}

func sign(rng *rand.Rand, good, _ []byte) []byte {
	at := digits(good)
	if len(at) == 0 {
		return nil
	}
	return slices.Insert(bytes.Clone(good), at[rng.IntN(len(at))], '-')
}

// sealed writes another result under the checksum that it has then.
func sealed(change func(rng *rand.Rand, result []byte) []byte) func(*rand.Rand, []byte, []byte) []byte {
	return func(rng *rand.Rand, good, _ []byte) []byte {
		line, _, _ := bytes.Cut(good, []byte{'\n'})
		if line = withResult(rng, line, change); line == nil {
			return nil
		}
		sum := sha256.Sum256(line)
		return fmt.Appendf(line, "\n{\"sha256\":\"%s\"}\n", hex.EncodeToString(sum[:]))
	}
}

// withResult changes the result in a line.
func withResult(rng *rand.Rand, line []byte, change func(rng *rand.Rand, result []byte) []byte) []byte {
	begin := bytes.Index(line, []byte(`"result":`)) + len(`"result":`)
	changed := change(rng, line[begin:len(line)-1])
	if changed == nil {
		return nil
	}
	return slices.Concat(line[:begin], changed, []byte{'}'})
}

func as(text string) func(*rand.Rand, []byte) []byte {
	return func(*rand.Rand, []byte) []byte { return []byte(text) }
}

// shorten takes the last value out of a list, and without a member out of an object or a map.
func shorten(rng *rand.Rand, result []byte) []byte {
	return edit(rng, result, '[', func(s span) []byte { return s.less(result, len(s.parts)-1) })
}

func without(rng *rand.Rand, result []byte) []byte {
	return edit(rng, result, '{', func(s span) []byte { return s.less(result, rng.IntN(len(s.parts))) })
}

// asText writes a number as a string.
func asText(rng *rand.Rand, result []byte) []byte {
	return edit(rng, result, '0', func(s span) []byte { return fmt.Appendf(nil, "%q", result[s.from:s.to]) })
}

// edit puts something else in the place of a value of some kind, one of those that hold something; nil where there is
// none.
func edit(rng *rand.Rand, text []byte, kind jsontext.Kind, with func(s span) []byte) []byte {
	fit := slices.DeleteFunc(spans(text), func(s span) bool {
		return s.kind != kind || kind != '0' && len(s.parts) == 0
	})
	if len(fit) == 0 {
		return nil
	}
	s := fit[rng.IntN(len(fit))]
	return slices.Concat(text[:s.from], with(s), text[s.to:])
}

// less is a list or an object without one of its parts.
func (s span) less(text []byte, part int) []byte {
	out := []byte{text[s.from]}
	for k, p := range s.parts {
		if k == part {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, text[p[0]:p[1]]...)
	}
	return append(out, text[s.to-1])
}
