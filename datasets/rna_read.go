package datasets

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// mostBases is how long a sequence may be: memory grows with its square.
const mostBases = 20000

// ReadRNA reads sequences with their structures in one of four formats, found out by content:
//
//	brackets   >name, letters, and a line of ( ) and . for the structure; an energy after it does not count
//	FASTA      >name and letters, on one line or several, without structure
//	BPSEQ      a line "place letter partner" for each base, 0 for no partner; # begins a comment
//	CT         a line "count name", then "place letter before after partner place" for each base; several records
//
// name stands in errors, with the line.
func ReadRNA(ctx context.Context, r io.Reader, name string, o RNAOptions) (*RNAs, error) {
	p := &rnaReader{name: name, options: o, out: &RNAs{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), 1<<24)
	for lines.Scan() {
		if p.line++; p.line&1023 == 0 {
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
		}
		if err := p.take(strings.TrimSpace(lines.Text())); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, p.line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, p.line+1, err)
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
	line    int
	options RNAOptions
	out     *RNAs

	title   string
	letters strings.Builder
	bracket string
	partner []int // of BPSEQ and CT, from 1; 0 for none
	left    int   // lines of a CT record that are to come
	named   bool
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
	case len(fields) >= 1 && isCount(fields[0]):
		return p.header(fields)
	case strings.ContainsAny(line[:1], ".()[]{}<>"):
		if p.bracket != "" {
			return errors.New("a second structure of one sequence")
		}
		p.bracket = fields[0]
		return nil
	case p.bracket != "" || p.partner != nil:
		if err := p.finish(); err != nil {
			return err
		}
	}
	for _, part := range fields {
		p.letters.WriteString(part)
	}
	if p.letters.Len() > mostBases {
		return fmt.Errorf("more than %d bases: sequences so long are not folded here", mostBases)
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
		return fmt.Errorf("%q is no line of a sequence, and no count of bases from 1 to %d", brief(fields[0]), mostBases)
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
	if err != nil || at != len(p.partner)+1 {
		if at == 1 && p.left == 0 { // the next record of BPSEQ, without a line between
			if err := p.finish(); err != nil {
				return err
			}
		} else {
			return fmt.Errorf("place %q: %d is due", brief(fields[0]), len(p.partner)+1)
		}
	}
	with, err := strconv.Atoi(fields[partner])
	if err != nil || with < 0 || with > mostBases {
		return fmt.Errorf("partner %q: the number of a base, or 0, is due", brief(fields[partner]))
	}
	if len(fields[1]) != 1 {
		return fmt.Errorf("base %q: one letter is due", brief(fields[1]))
	}
	p.letters.WriteString(fields[1])
	p.partner = append(p.partner, with)
	p.left = max(0, p.left-1)
	return nil
}

// finish ends a record.
func (p *rnaReader) finish() error {
	defer p.letters.Reset()
	if p.left > 0 {
		return fmt.Errorf("%d lines of the record are missing", p.left)
	}
	if p.letters.Len() == 0 {
		if p.named {
			return fmt.Errorf("%s has no bases", brief(p.title))
		}
		if p.bracket != "" {
			return errors.New("a structure without a sequence")
		}
		return nil
	}
	e := rna.Example{Name: p.title}
	if e.Name == "" {
		e.Name = fmt.Sprintf("%s %d", p.name, len(p.out.Examples)+1)
	}
	defer func() { p.title, p.bracket, p.partner, p.named = "", "", nil, false }()
	var err error
	if e.X, err = rna.ParseSequence(p.letters.String()); err != nil {
		return err
	}
	drop, err := p.structure(&e)
	if err == nil && !drop {
		drop, err = p.options.check(e)
	}
	switch {
	case err != nil:
		return err
	case drop:
		p.out.Dropped = append(p.out.Dropped, e.Name)
	default:
		p.out.Examples = append(p.out.Examples, e)
	}
	return nil
}

// structure reads that of the record; drop says that it is none that is known, and to be left out.
func (p *rnaReader) structure(e *rna.Example) (drop bool, err error) {
	switch {
	case p.partner != nil:
		e.Y = make(rna.Structure, len(p.partner))
		for i, j := range p.partner {
			e.Y[i] = j - 1
		}
	case p.bracket != "":
		if len(p.bracket) != len(e.X) {
			return false, fmt.Errorf("%s has %d bases and %d places of its structure", brief(e.Name), len(e.X), len(p.bracket))
		}
		if p.options.Drop && strings.ContainsAny(p.bracket, "[]{}<>") {
			return true, nil
		}
		e.Y, err = rna.ParseStructure(p.bracket)
	}
	return false, err
}

// isCount tells whether a field is a whole number.
func isCount(field string) bool {
	_, err := strconv.Atoi(field)
	return err == nil
}

// WriteRNA writes sequences with their structures in brackets, as ReadRNA reads them.
func WriteRNA(w io.Writer, examples []rna.Example) error {
	out := bufio.NewWriter(w)
	for _, e := range examples {
		fmt.Fprintf(out, ">%s\n%s\n", e.Name, e.X)
		if e.Y != nil {
			fmt.Fprintln(out, e.Y)
		}
	}
	return out.Flush()
}
