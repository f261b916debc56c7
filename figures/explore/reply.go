package explore

import (
	"context"
	"encoding/json"
	"fmt"
)

// Reply answers a question in JSON, as a page asks it: the name of an explorable and Values. The reply is
// {"answer": …}, or {"error": "…"} in words.
func Reply(ctx context.Context, list []Explorable, name, values string) string {
	return reply(list, name, values, "answer", func(e Explorable, v Values) (any, error) { return e.Ask(ctx, v) })
}

// ReplyAgain says in JSON how what values ask for is solved again: {"again": …}, or {"error": "…"}.
func ReplyAgain(list []Explorable, name, values string) string {
	return reply(list, name, values, "again", func(e Explorable, v Values) (any, error) { return e.Repeat(v) })
}

func reply(list []Explorable, name, values, key string, do func(Explorable, Values) (any, error)) string {
	found, err := find(list, name, values, do)
	if err == nil {
		var text []byte
		if text, err = json.Marshal(map[string]any{key: found}); err == nil {
			return string(text)
		}
	}
	text, _ := json.Marshal(map[string]string{"error": err.Error()}) // a string
	return string(text)
}

// find turns a panic into an error: a page is not to fall silent.
func find(list []Explorable, name, values string, do func(Explorable, Values) (any, error)) (found any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", name, r)
		}
	}()
	var v Values
	if err := json.Unmarshal([]byte(values), &v); err != nil {
		return nil, fmt.Errorf("values of %s: %w", name, err)
	}
	for _, e := range list {
		if e.Name == name {
			return do(e, v)
		}
	}
	return nil, fmt.Errorf("this page's program knows no figure %q: it is older than the page, export it again", name)
}
