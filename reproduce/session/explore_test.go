package session_test

import (
	"context"
	"errors"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/reproduce/session"
)

// Outside a notebook an explorable is silent; what is wrong with it is printed.
func ExampleExplore() {
	e := explore.Explorable{Name: "mine", Title: "My figure"}
	e.Answer = func(context.Context, explore.Values) (a explore.Answer, err error) { return a, nil }
	session.Explore(e)
	e.Answer = func(context.Context, explore.Values) (a explore.Answer, err error) { return a, errors.New("no data") }
	session.Explore(e)
	// Output: My figure: no data
}
