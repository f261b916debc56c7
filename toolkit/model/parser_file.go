package model

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strings"
	"time"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// The first line of a saved parser is a JSON object on one line, parserFile. Behind it stand the tables of the
// templates: of each, a bit for each slot, the least of a byte first, which tells whether its weight is not 0, and the
// weights that are not, 4 bytes each, little endian.
const (
	parserFormat  = "proxlab parser model"
	parserVersion = 1
)

type parserFile struct {
	Format     string   `json:"format"`
	Version    int      `json:"version"`
	Templates  []string `json:"templates"`
	Bits       int      `json:"bits"`
	SingleRoot bool     `json:"single_root"`
	Projective bool     `json:"projective"`

	Norms       []float64         `json:"norms" model:"nullable"`
	Ranked      []string          `json:"ranked" model:"nullable"` // all templates of the first stage
	RankedNorms []float64         `json:"ranked_norms" model:"nullable"`
	Training    string            `json:"training"`
	HeldOut     []int             `json:"held_out"` // as ParserScore.numbers has it
	Epoch       int               `json:"epoch"`
	Rounds      int               `json:"rounds"`
	Elapsed     int64             `json:"nanoseconds"`
	Status      solver.Status     `json:"status"`
	Made        map[string]string `json:"made,omitempty" model:"optional"`
	Nonzeros    []int             `json:"nonzeros"` // of each table
	SHA256      string            `json:"sha256"`   // of the templates, one a line, and what is behind the header
}

// numbers are the parts of a score in the order of the file.
func (s *ParserScore) numbers() []*int {
	return []*int{&s.Total, &s.Correct, &s.Sentences, &s.Exact, &s.Roots, &s.Guessed, &s.RootsRight}
}

// Save writes the model. What LoadParser would refuse is an error.
func (m *Parser) Save(w io.Writer) error {
	err := m.check()
	if err == nil {
		err = m.checkWeights()
	}
	if err != nil {
		return saving("a parser model", err)
	}
	f := parserFile{
		Format: parserFormat, Version: parserVersion, Templates: texts(m.Templates),
		Bits: bits.TrailingZeros(uint(len(m.Weights[0]))), SingleRoot: m.SingleRoot, Projective: m.Projective,
		Norms: m.Norms, Training: m.Training, Epoch: m.Progress.Iter, Rounds: m.Progress.Evals,
		Elapsed: int64(m.Progress.Elapsed), Status: m.Status, Made: m.Made,
	}
	for _, r := range m.Ranking {
		f.Ranked, f.RankedNorms = append(f.Ranked, r.Template.String()), append(f.RankedNorms, r.Norm)
	}
	for _, v := range m.HeldOut.numbers() {
		f.HeldOut = append(f.HeldOut, *v)
	}
	sum := sha256.New()
	fmt.Fprintln(sum, strings.Join(f.Templates, "\n"))
	for _, table := range m.Weights {
		count, err := writeTable(sum, table)
		if err != nil {
			return saving("a parser model", err)
		}
		f.Nonzeros = append(f.Nonzeros, count)
	}
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	if err := f.check(); err != nil {
		return saving("a parser model", err)
	}
	out := bufio.NewWriter(w)
	if err := saveJSON(out, "a parser model", f); err != nil {
		return err
	}
	for _, table := range m.Weights {
		if _, err := writeTable(out, table); err != nil {
			return saving("a parser model", err)
		}
	}
	return out.Flush()
}

func texts(list []templates.Template) []string {
	out := make([]string, len(list))
	for k, t := range list {
		out[k] = t.String()
	}
	return out
}

// writeTable writes which weights of a table are not 0, and these.
func writeTable(w io.Writer, table []float32) (nonzeros int, err error) {
	text := make([]byte, len(table)/8)
	for s, v := range table {
		if v != 0 {
			text[s/8] |= 1 << (s % 8)
			text = binary.LittleEndian.AppendUint32(text, math.Float32bits(v))
			nonzeros++
		}
	}
	_, err = w.Write(text)
	return nonzeros, err
}

// LoadParser reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadParser(r io.Reader) (*Parser, error) {
	b := bufio.NewReader(r)
	line, err := io.ReadAll(io.LimitReader(lineReader{b}, mostHeader))
	if err != nil {
		return nil, fmt.Errorf("reading a parser model: %w", err)
	}
	var f parserFile
	if err := readStrictly(line, &f, "parser model", parserFormat, parserVersion); err != nil {
		return nil, err
	}
	m, err := f.model(b)
	if err == nil {
		err = atEnd(b)
	}
	if err != nil {
		return nil, fmt.Errorf("the parser model is damaged: %w", err)
	}
	return m, nil
}

// check tests what is told of the model.
func (f *parserFile) check() error {
	told := []float64{float64(f.Epoch), float64(f.Rounds), float64(f.Elapsed)}
	if err := notNegative([]string{"epoch", "rounds", "nanoseconds"}, told); err != nil {
		return err
	}
	if len(f.HeldOut) != len(new(ParserScore).numbers()) {
		return fmt.Errorf("its held_out has %d numbers", len(f.HeldOut))
	}
	for _, v := range f.HeldOut {
		if v < 0 {
			return fmt.Errorf("its held_out has the number %d", v)
		}
	}
	if len(f.Ranked) != len(f.RankedNorms) {
		return fmt.Errorf("its ranked has %d templates, and ranked_norms %d", len(f.Ranked), len(f.RankedNorms))
	}
	return checkStatus(f.Status)
}

// model reads the tables.
func (f *parserFile) model(r io.Reader) (*Parser, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	m := &Parser{
		SingleRoot: f.SingleRoot, Projective: f.Projective, Norms: f.Norms, Training: f.Training, Status: f.Status,
		Made: f.Made, Progress: solver.Unknown(),
	}
	m.Progress.Iter, m.Progress.Evals, m.Progress.Elapsed = f.Epoch, f.Rounds, time.Duration(f.Elapsed)
	for k, v := range m.HeldOut.numbers() {
		*v = f.HeldOut[k]
	}
	var err error
	if m.Templates, err = parsed(f.Templates, "templates"); err != nil {
		return nil, err
	}
	ranked, err := parsed(f.Ranked, "ranked")
	if err != nil {
		return nil, err
	}
	for k, t := range ranked {
		m.Ranking = append(m.Ranking, RankedTemplate{t, f.RankedNorms[k]})
	}
	switch {
	case f.Bits < leastBits || f.Bits > mostBits:
		return nil, fmt.Errorf("its bits are %d, and not %d to %d", f.Bits, leastBits, mostBits)
	case len(f.Nonzeros) != len(f.Templates):
		return nil, fmt.Errorf("its nonzeros are of %d tables, and its templates %d", len(f.Nonzeros), len(f.Templates))
	}
	sum := sha256.New()
	fmt.Fprintln(sum, strings.Join(f.Templates, "\n"))
	r = io.TeeReader(r, sum)
	for k, count := range f.Nonzeros {
		table, err := readTable(r, 1<<f.Bits, count)
		if err != nil {
			return nil, fmt.Errorf("the table of template %d, %q: %w", k+1, f.Templates[k], err)
		}
		m.Weights = append(m.Weights, table)
	}
	if hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		return nil, errors.New("its weights are not those that were written for its templates: the checksum differs")
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	return m, m.checkWeights()
}

// parsed reads templates from their texts.
func parsed(list []string, what string) ([]templates.Template, error) {
	seen := map[string]bool{}
	var out []templates.Template
	for k, text := range list {
		t, err := templates.Parse(text)
		switch {
		case err != nil:
			return nil, fmt.Errorf("template %d of its %s: %w", k+1, what, err)
		case seen[text]:
			return nil, fmt.Errorf("template %d of its %s, %q, is there twice", k+1, what, text)
		}
		seen[text] = true
		out = append(out, t)
	}
	return out, nil
}

// readTable reads a table as far as it is there.
func readTable(r io.Reader, size, nonzeros int) ([]float32, error) {
	errShort := errors.New("the file ends before its numbers do")
	there := make([]byte, size/8)
	if _, err := io.ReadFull(r, there); err != nil {
		return nil, errShort
	}
	found := 0
	for _, v := range there {
		found += bits.OnesCount8(v)
	}
	if found != nonzeros {
		return nil, fmt.Errorf("%d of its weights are not 0, and nonzeros says %d", found, nonzeros)
	}
	text := make([]byte, 4*found)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, errShort
	}
	table := make([]float32, size)
	for b, v := range there {
		for ; v != 0; v &= v - 1 {
			table[8*b+bits.TrailingZeros8(v)] = math.Float32frombits(binary.LittleEndian.Uint32(text))
			text = text[4:]
		}
	}
	return table, nil
}

// checkWeights tells of a weight that is no number.
func (m *Parser) checkWeights() error {
	for k, table := range m.Weights {
		for s, v := range table {
			if math.Float32bits(v)>>23&0xff == 0xff { // of NaN and infinities
				return fmt.Errorf("slot %d of template %d, %q, has the weight %g", s, k+1, m.Templates[k], v)
			}
		}
	}
	return nil
}
