package table

import (
	"bytes"
	"encoding/csv"
	"unicode"
	"unicode/utf8"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
)

// cell reads the cell at i: without spaces around it, quotes and the apostrophe of a table of predictions. What
// follows it is behind its comma or line end.
func (p *parser) cell(s []byte, i int) (cell []byte, next int, err error) {
	for s[i] != '\n' && s[i] != p.comma {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(s[i:])
		}
		if !unicode.IsSpace(r) {
			break
		}
		i += n
	}
	if s[i] == '"' {
		cell, next, err = p.quoted(s, i+1)
	} else {
		next = i
		for s[next] != p.comma && s[next] != '\n' {
			if s[next] == '"' {
				return nil, next, p.fault(csv.ErrBareQuote)
			}
			next++
		}
		cell = s[i:next]
		if s[next] == '\n' {
			p.line++
		}
		next++
	}
	if cell = bytes.TrimSpace(cell); len(cell) > 0 && cell[0] == '\'' {
		cell = []byte(plain.Uncell(string(cell)))
	}
	return cell, next, err
}

// quoted reads a cell behind its first quote. A quote within stands there twice, and \r\n is a line end.
func (p *parser) quoted(s []byte, i int) (cell []byte, next int, err error) {
	p.scratch = p.scratch[:0]
	for {
		at := i
		for at < len(s) && s[at] != '"' && s[at] != '\n' {
			at++
		}
		if at == len(s) {
			p.open = true
			return nil, at, p.fault(csv.ErrQuote)
		}
		if s[at] == '\n' {
			line := bytes.TrimSuffix(s[i:at], []byte("\r"))
			p.scratch = append(append(p.scratch, line...), '\n')
			if i = at + 1; i < len(s) {
				p.line++
			}
			continue
		}
		p.scratch = append(p.scratch, s[i:at]...)
		i = at + 1
		switch rest := s[i:]; {
		case len(rest) == 0:
			return p.scratch, i, nil
		case rest[0] == '"':
			p.scratch = append(p.scratch, '"')
			i++
		case rest[0] == p.comma:
			return p.scratch, i + 1, nil
		case lineEnd(rest) > 0:
			p.line++
			return p.scratch, i + lineEnd(rest), nil
		default:
			return nil, i, p.fault(csv.ErrQuote)
		}
	}
}

func (p *parser) fault(err error) error {
	return &source.SyntaxError{File: p.path, Line: p.line, Msg: err.Error()}
}
