package serve

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
)

// cache has problems by their options: to read them takes longer than a small fit.
type cache struct {
	mu sync.Mutex
	of map[string]*fitting.Problem
}

// mostParsed is how many problems there are before all are let go of.
const mostParsed = 200

// problem is that of a request.
func (c *cache) problem(a ask, with arrays, several bool) (*fitting.Problem, error) {
	given, err := a.linear(with)
	if err != nil {
		return nil, err
	}
	key := ""
	if reflect.DeepEqual(given, words.Given{}) {
		text, err := json.Marshal(a.Options)
		if err != nil {
			return nil, err
		}
		key = fmt.Sprint(several, string(text))
		c.mu.Lock()
		p := c.of[key]
		c.mu.Unlock()
		if p != nil {
			return p, nil
		}
	}
	options, err := a.options()
	if err != nil {
		return nil, err
	}
	p, err := fitting.Parse(options, given, several)
	if err != nil || key == "" {
		return p, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.of) >= mostParsed {
		clear(c.of)
	}
	c.of[key] = p
	return p, nil
}
