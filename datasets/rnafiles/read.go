package rnafiles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// mostBases is how long a sequence may be: memory grows with its square.
const mostBases = 20000

const longestLine = 1 << 20 // of bytes

// Read reads sequences with their structures in one of four formats, found out by content:
//
//	brackets   >name, letters, and a line of ( ) and . for the structure; an energy after it does not count
//	FASTA      >name and letters, on one line or several, without structure
//	BPSEQ      a line "place letter partner" for each base, 0 for no partner; # begins a comment
//	CT         a line "count name", then "place letter before after partner place" for each base; several records
//
// name stands in errors, with the line.
func Read(ctx context.Context, r io.Reader, name string, o Options) (*RNAs, error) {
	p := &rnaReader{name: name, options: o, out: &RNAs{}}
	lines := source.NewLongLines(r, name, longestLine)
	err := lines.Each(ctx, func(line []byte) error {
		p.line = lines.N
		text := strings.TrimPrefix(string(line), "\ufeff") // with which each of several files put together may begin
		if err := p.take(strings.TrimSpace(text)); err != nil {
			return fmt.Errorf("%s:%d: %w", name, p.line, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, p.line, err)
	}
	if len(p.out.Examples) == 0 && len(p.out.Dropped) == 0 {
		return nil, fmt.Errorf("%s: there is no sequence", name)
	}
	return p.out, nil
}

// rnaReader has a record in progress.
type rnaReader struct {
	name    string
	line    int // of what an error is about
	options Options
	out     *RNAs

	title   string
	named   bool
	letters []byte // as they stand
	x       rna.Sequence
	y       rna.Structure // nil where there is none
	unread  error         // why y is not what stands there
	lines   []int         // of the base of each partner, in BPSEQ and CT
	at      int           // the line of brackets
	left    int           // lines of a CT record that are to come
}

// take reads a line.
func (p *rnaReader) take(line string) error {
	fields := strings.Fields(line)
	switch {
	case line == "" || line[0] == '#':
		return nil
	case line[0] == '>':
		if err := p.finish(); err != nil {
			return err
		}
		p.title, p.named = strings.TrimSpace(line[1:]), true
		return nil
	case p.left > 0:
		return p.place(fields, 4)
	case len(fields) == 3 && isCount(fields[0]) && isCount(fields[2]):
		return p.place(fields, 2)
	case isCount(fields[0]):
		return p.header(fields)
	case strings.ContainsAny(line[:1], ".()[]{}<>"):
		return p.brackets(fields[0])
	case p.y != nil:
		if err := p.finish(); err != nil {
			return err
		}
	}
	if err := p.bases(strings.Join(fields, "")); err != nil {
		return err
	}
	if len(p.x) > mostBases {
		return fmt.Errorf("more than %d bases: sequences so long are not folded here", mostBases)
	}
	return nil
}

// bases reads letters.
func (p *rnaReader) bases(letters string) error {
	x, err := rna.ParseSequence(letters)
	p.x, p.letters = append(p.x, x...), append(p.letters, letters...)
	return err
}

// brackets reads the structure of a sequence.
func (p *rnaReader) brackets(text string) (err error) {
	switch {
	case p.unread != nil: // the rest of it
		return nil
	case p.y != nil:
		return errors.New("a second structure of one sequence")
	case len(p.x) == 0:
		return errors.New("a structure without a sequence")
	}
	p.at = p.line
	switch {
	case len(text) != len(p.x):
		err = fmt.Errorf("%s has %d bases and %d places of its structure", source.Brief(p.called()), len(p.x), len(text))
	case p.options.Drop || p.options.Unpair:
		p.y, err = crossedBrackets(text)
	default:
		p.y, err = rna.ParseStructure(text)
	}
	return p.pass(err)
}

// pass keeps why a structure cannot be read where none is needed, and is else that error.
func (p *rnaReader) pass(err error) error {
	if err == nil || !p.options.WithoutStructure || p.options.Drop || p.options.Unpair {
		return err
	}
	p.at, p.unread = p.line, err
	if p.y == nil {
		p.y = rna.Structure{}
	}
	return nil
}

// header begins a record of CT.
func (p *rnaReader) header(fields []string) error {
	if err := p.finish(); err != nil {
		return err
	}
	n, err := strconv.Atoi(fields[0])
	if err != nil || n < 1 || n > mostBases {
		return fmt.Errorf("%q is no line of a sequence, and no count of bases from 1 to %d",
			source.Brief(fields[0]), mostBases)
	}
	p.left, p.title, p.named = n, strings.Join(fields[1:], " "), true
	return nil
}

// place reads the line of a base, with the field of its partner.
func (p *rnaReader) place(fields []string, partner int) error {
	if len(fields) <= partner {
		return fmt.Errorf("a line of a base has %d fields or more, and this has %d", partner+1, len(fields))
	}
	at, err := strconv.Atoi(fields[0])
	if err == nil && at == 1 && p.left == 0 && len(p.lines) > 0 { // the next record of BPSEQ, without a line between
		if err := p.finish(); err != nil {
			return err
		}
	}
	if err != nil || at != len(p.x)+1 || at > mostBases {
		return fmt.Errorf("place %q: %d is due, of at most %d", source.Brief(fields[0]), len(p.x)+1, mostBases)
	}
	with, err := strconv.Atoi(fields[partner])
	if err != nil || with < 0 || with > mostBases {
		err, with = fmt.Errorf("partner %q: the number of a base, or 0, is due", source.Brief(fields[partner])), 0
		if err := p.pass(err); err != nil {
			return err
		}
	}
	if len(fields[1]) != 1 {
		return fmt.Errorf("base %q: one letter is due", source.Brief(fields[1]))
	}
	if err := p.bases(fields[1]); err != nil {
		return err
	}
	p.y, p.lines = append(p.y, with-1), append(p.lines, p.line)
	p.left = max(0, p.left-1)
	return nil
}

// finish ends a record.
func (p *rnaReader) finish() error {
	if p.left > 0 {
		return fmt.Errorf("%d lines of the record are missing", p.left)
	}
	if len(p.x) == 0 {
		if p.named {
			return fmt.Errorf("%s has no bases", source.Brief(p.title))
		}
		return nil
	}
	if err := p.keep(rna.Example{Name: p.called(), X: p.x, Y: p.y}); err != nil {
		return err
	}
	p.title, p.named, p.letters, p.x, p.y, p.unread, p.lines = "", false, nil, nil, nil, nil, nil
	return nil
}

// called is the record's name, or that of the file with a number.
func (p *rnaReader) called() string {
	if p.title != "" {
		return p.title
	}
	return fmt.Sprintf("%s %d", p.name, len(p.out.Examples)+1)
}

// keep takes a record, as the options say.
func (p *rnaReader) keep(e rna.Example) error {
	if e.Y == nil {
		if !p.options.WithoutStructure {
			return fmt.Errorf("%s has no structure", source.Brief(e.Name))
		}
		p.add(e)
		return nil
	}
	var wrong *rna.PairError
	if p.unread != nil {
		p.line = p.at
	}
	err := cmp.Or(p.unread, e.Y.Check(e.X))
	if errors.As(err, &wrong) {
		line := p.at
		if p.lines != nil {
			line = p.lines[wrong.Base]
		}
		j := e.Y[wrong.Base]
		mutual := j < len(e.Y) && e.Y[j] == wrong.Base && j != wrong.Base
		switch {
		case p.options.Unpair && mutual:
			taken := unpair(e.X, e.Y)
			p.notice(line, "%s: %d pairs cross others or are not AU, CG and GU: their bases are left without partner",
				source.Brief(e.Name), taken)
			err = e.Y.Check(e.X)
		case p.options.Drop && mutual:
			p.out.Dropped = append(p.out.Dropped, e.Name)
			p.notice(line, "%s is left out: %v", source.Brief(e.Name), err)
			return nil
		}
		if err != nil {
			p.line = line
		}
	}
	switch {
	case err == nil:
	case p.options.WithoutStructure && !p.options.Drop && !p.options.Unpair:
		p.notice(p.line, "%s: its structure is passed over: %v", source.Brief(e.Name), err)
		e.Y = nil
	default:
		return fmt.Errorf("%s: %w", source.Brief(e.Name), err)
	}
	p.add(e)
	return nil
}

// add keeps an example with its letters.
func (p *rnaReader) add(e rna.Example) {
	p.out.Examples, p.out.Letters = append(p.out.Examples, e), append(p.out.Letters, string(p.letters))
}

func (p *rnaReader) notice(line int, format string, args ...any) {
	p.out.Notices = append(p.out.Notices, fmt.Sprintf("%s:%d: "+format, append([]any{p.name, line}, args...)...))
}

// isCount tells whether a field is a whole number.
func isCount(field string) bool {
	_, err := strconv.Atoi(field)
	return err == nil
}

// RNAs are sequences with their structures.
type RNAs struct {
	Source   source.Source
	Examples []rna.Example
	Letters  []string // of each sequence as they stand in the file; nil where there is none
	Dropped  []string // names of records that were left out, as the options asked
	Notices  []string // what the reader left out and why, with file and line, to be shown
}

// Options say what becomes of records that rna.Structure cannot hold.
type Options struct {
	// Drop leaves out records with pairs that cross others (pseudoknots) and of other bases than AU, CG and GU, with a
	// notice. Without it, and without Unpair, they are errors.
	Drop bool
	// Unpair takes such pairs out instead, as few as a heuristic finds, and keeps the records, with a notice. Brackets may
	// then be of four kinds, ( [ { <, as with Drop.
	Unpair bool
	// WithoutStructure takes sequences alone too: their structures are nil. So are those that would be an error, with a
	// notice, where neither Drop nor Unpair is set.
	WithoutStructure bool
}
