package damage

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// span is a value within a JSON text, from one byte to before another, with the spans of its parts: values of a list,
// members of an object.
type span struct {
	kind     jsontext.Kind
	from, to int
	parts    [][2]int
	name     int // where the name of the last member begins
}

// spans are all values of a text that has no spaces, which ends where it is no JSON.
func spans(text []byte) (all []span) {
	d := jsontext.NewDecoder(bytes.NewBuffer(text))
	var open []int
	for {
		from := int(d.InputOffset())
		for from < len(text) && (text[from] == ',' || text[from] == ':') {
			from++
		}
		token, err := d.ReadToken()
		if err != nil {
			return all
		}
		to := int(d.InputOffset())
		within, length := d.StackIndex(d.StackDepth())
		switch kind := token.Kind(); {
		case kind == '{' || kind == '[':
			open, all = append(open, len(all)), append(all, span{kind: kind, from: from})
			continue
		case kind == '}' || kind == ']':
			s := &all[open[len(open)-1]]
			open, from, s.to = open[:len(open)-1], s.from, to
		case within == '{' && length%2 == 1:
			all[open[len(open)-1]].name = from
			continue
		default:
			all = append(all, span{kind: kind, from: from, to: to})
		}
		if len(open) == 0 {
			continue
		}
		parent := &all[open[len(open)-1]]
		if parent.kind == '{' {
			from = parent.name
		}
		parent.parts = append(parent.parts, [2]int{from, to})
	}
}
