package model

import (
	"bufio"
	"errors"
)

// loadChainGob says that a page reads no models of version 1: so it carries no package gob.
func loadChainGob(*bufio.Reader) (*Chain, error) {
	return nil, errors.New("a page reads no chain model of version 1: load it elsewhere, and save it again")
}
