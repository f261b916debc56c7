//go:build !js

package model

import (
	"bufio"
	"encoding/gob"
	"fmt"
)

// loadChainGob reads a model of version 1.
func loadChainGob(r *bufio.Reader) (*Chain, error) {
	m := &Chain{}
	if err := gob.NewDecoder(r).Decode(m); err != nil {
		return nil, fmt.Errorf("the chain model is damaged, or has a part that encoding/gob does not know: %w", err)
	}
	err := m.check()
	for k := 0; err == nil && k < len(m.Groups); k++ {
		m.Groups[k].Kernel, err = again(m.Groups[k].Kernel)
	}
	if err == nil {
		err = atEnd(r)
	}
	if err != nil {
		return nil, fmt.Errorf("the chain model is damaged: %w", err)
	}
	return m, nil
}
