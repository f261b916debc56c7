package explore

import (
	"context"
	"encoding/json"
	"fmt"
)

// Reply answers a question in JSON, as a page asks it: the name of an explorable and Values. The reply is
// {"answer": …}, or {"error": "…"} in words.
func Reply(ctx context.Context, list []Explorable, name, values string) string {
	a, err := reply(ctx, list, name, values)
	if err == nil {
		var text []byte
		if text, err = json.Marshal(map[string]Answer{"answer": a}); err == nil {
			return string(text)
		}
	}
	text, _ := json.Marshal(map[string]string{"error": err.Error()}) // a string
	return string(text)
}

// reply turns a panic into an error: a page is not to fall silent.
func reply(ctx context.Context, list []Explorable, name, values string) (a Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", name, r)
		}
	}()
	var v Values
	if err := json.Unmarshal([]byte(values), &v); err != nil {
		return Answer{}, fmt.Errorf("values of %s: %w", name, err)
	}
	for _, e := range list {
		if e.Name == name {
			return e.Ask(ctx, v)
		}
	}
	return Answer{}, fmt.Errorf("this page's program knows no figure %q: it is older than the page, export it again", name)
}
