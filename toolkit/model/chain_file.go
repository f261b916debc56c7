package model

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// The first line of a saved chain model is a JSON object on one line, chainFile; behind it stand the numbers of its
// arrays, 8 bytes each, little endian, row by row. Version 1 had a line of its own and gob behind it; version 3 is that
// of groups with sparse inputs of their own, and 2 of all others.
const (
	chainFormat  = "proxlab chain model"
	chainDense   = 2
	chainVersion = 3
	chainGob     = "proxlab chain model 1\n"
)

type chainFile struct {
	Format    string        `json:"format"`
	Version   int           `json:"version"`
	Labels    int           `json:"labels"`
	Features  int           `json:"features"`
	Inputs    []int         `json:"inputs,omitempty" model:"third"` // the columns of each kernel's own input
	Kernels   []kernel.Spec `json:"kernels"`
	Norms     []float64     `json:"norms" model:"nullable"`
	Epochs    int           `json:"epochs"`
	Rounds    int           `json:"rounds"`
	Step      float64       `json:"step"`                       // η of the last round
	Objective *float64      `json:"objective" model:"nullable"` // null where it is not known
	Elapsed   int64         `json:"nanoseconds"`
	Status    solver.Status `json:"status"`
	// Transitions, support, then the weights of each kernel; with Inputs, transitions, then of each kernel its weights,
	// and where it does not know its features the ends of the rows, columns and values of its support.
	Arrays []chainArray `json:"arrays"`
}

// chainArray is a matrix behind the header.
type chainArray struct {
	Name   string `json:"name"`
	Rows   int    `json:"rows"`
	Cols   int    `json:"cols"`
	SHA256 string `json:"sha256"`
}

// arrays are the model's matrices in the order of the file.
func (m *Chain) arrays() (names []string, of []*linalg.Dense) {
	names, of = []string{"transitions"}, []*linalg.Dense{m.Transitions}
	if !m.sparse() {
		names, of = append(names, "support"), append(of, m.Support)
	}
	for k, g := range m.Groups {
		names, of = append(names, fmt.Sprintf("weights %d", k)), append(of, g.Weights)
		if m.sparse() && g.hasSupport() {
			more, arrays := g.supportArrays(k)
			names, of = append(names, more...), append(of, arrays...)
		}
	}
	return names, of
}

// Save writes the model. A kernel from outside of package kernel must be known to encoding/gob. What
// LoadChain would refuse is an error.
func (m *Chain) Save(w io.Writer) error {
	f := chainFile{
		Format: chainFormat, Version: chainDense, Labels: m.Labels, Features: m.Features, Norms: m.Norms,
		Epochs: m.Progress.Iter, Rounds: m.Progress.Evals,
		Elapsed: int64(m.Progress.Elapsed), Status: m.Status, Kernels: []kernel.Spec{},
	}
	if m.sparse() {
		f.Version = chainVersion
		for _, g := range m.Groups {
			f.Inputs = append(f.Inputs, g.Input)
		}
	}
	if solver.Finite(m.Progress.Step) {
		f.Step = m.Progress.Step
	}
	if solver.Finite(m.Progress.Objective) {
		f.Objective = &m.Progress.Objective
	}
	if err := errors.Join(m.check(), f.check()); err != nil {
		return saving("a chain model", err)
	}
	for k, g := range m.Groups {
		s, err := kernel.Describe(g.Kernel)
		if err == nil {
			_, err = s.Make()
		}
		if err != nil {
			return fmt.Errorf("saving a chain model: kernel %d of its kernels: %w", k+1, err)
		}
		f.Kernels = append(f.Kernels, s)
	}
	names, arrays := m.arrays()
	var body bytes.Buffer
	for k, a := range arrays {
		from := body.Len()
		_ = binary.Write(&body, binary.LittleEndian, a.Data) // a buffer takes whatever comes
		sum := sha256.Sum256(body.Bytes()[from:])
		f.Arrays = append(f.Arrays, chainArray{names[k], a.R, a.C, hex.EncodeToString(sum[:])})
	}
	if err := saveJSON(w, "a chain model", f); err != nil {
		return err
	}
	if _, err := w.Write(body.Bytes()); err != nil {
		return saving("a chain model", err)
	}
	return nil
}

// mostHeader is the longest first line of a chain model.
const mostHeader = 1 << 24

// LoadChain reads what Save wrote, or a file of version 1. The error says what is wrong with a file that is none, is
// damaged, or is newer than this program.
func LoadChain(r io.Reader) (*Chain, error) {
	b := bufio.NewReader(r)
	if first, err := b.Peek(len(chainGob)); err == nil && string(first) == chainGob {
		_, _ = b.Discard(len(chainGob)) // it was seen to be there
		return loadChainGob(b)
	}
	line, err := io.ReadAll(io.LimitReader(lineReader{b}, mostHeader))
	if err != nil {
		return nil, fmt.Errorf("reading a chain model: %w", err)
	}
	var f chainFile
	if err := readStrictly(line, &f, "chain model", chainFormat, chainDense, chainVersion); err != nil {
		return nil, err
	}
	m, err := f.model(b)
	if err == nil {
		err = atEnd(b)
	}
	if err != nil {
		return nil, fmt.Errorf("the chain model is damaged: %w", err)
	}
	return m, nil
}

// atEnd tests that nothing follows.
func atEnd(b *bufio.Reader) error {
	switch _, err := b.ReadByte(); {
	case err == nil:
		return errors.New("bytes follow its last number")
	case !errors.Is(err, io.EOF):
		return err
	}
	return nil
}

// lineReader ends with the line.
type lineReader struct{ b *bufio.Reader }

func (l lineReader) Read(p []byte) (int, error) {
	for i := range p {
		c, err := l.b.ReadByte()
		if err != nil {
			return i, err
		}
		if c == '\n' {
			return i, io.EOF
		}
		p[i] = c
	}
	return len(p), nil
}

// check tests what is told of the model.
func (f *chainFile) check() error {
	told := []float64{float64(f.Epochs), float64(f.Rounds), f.Step, float64(f.Elapsed)}
	if err := notNegative([]string{"epochs", "rounds", "step", "nanoseconds"}, told); err != nil {
		return err
	}
	return checkStatus(f.Status)
}

// model reads the arrays.
func (f *chainFile) model(r io.Reader) (*Chain, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	m := &Chain{Labels: f.Labels, Features: f.Features, Norms: f.Norms, Status: f.Status, Progress: solver.Unknown()}
	m.Progress.Iter, m.Progress.Evals, m.Progress.Step = f.Epochs, f.Rounds, f.Step
	m.Progress.Elapsed = time.Duration(f.Elapsed)
	if f.Objective != nil {
		m.Progress.Objective = *f.Objective
	}
	for k, s := range f.Kernels {
		of, err := s.Make()
		if err != nil {
			return nil, fmt.Errorf("kernel %d of its kernels: %w", k+1, err)
		}
		m.Groups = append(m.Groups, ChainGroup{Kernel: of})
	}
	if err := f.setInputs(m); err != nil {
		return nil, err
	}
	names, _ := m.arrays()
	if len(f.Arrays) != len(names) {
		return nil, fmt.Errorf("it has %d arrays for %d kernels", len(f.Arrays), len(f.Kernels))
	}
	arrays := make([]*linalg.Dense, len(names))
	for k, a := range f.Arrays {
		if a.Name != names[k] {
			return nil, fmt.Errorf("array %d of its arrays is called %.60q and not %q", k+1, a.Name, names[k])
		}
		var err error
		if arrays[k], err = a.read(r); err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	m.Transitions, arrays = arrays[0], arrays[1:]
	if !m.sparse() {
		m.Support, arrays = arrays[0], arrays[1:]
	}
	for k := range m.Groups {
		g := &m.Groups[k]
		g.Weights, arrays = arrays[0], arrays[1:]
		if !m.sparse() || !g.hasSupport() {
			continue
		}
		if err := g.setSupport(arrays[:3]); err != nil {
			return nil, fmt.Errorf("kernel %d of its kernels: %w", k+1, err)
		}
		arrays = arrays[3:]
	}
	return m, m.check()
}

// read reads an array as far as it is there.
func (a chainArray) read(r io.Reader) (*linalg.Dense, error) {
	if a.Rows < 0 || a.Cols < 0 || a.Cols > 0 && a.Rows > math.MaxInt/8/a.Cols {
		return nil, fmt.Errorf("it is %d × %d", a.Rows, a.Cols)
	}
	size := int64(a.Rows) * int64(a.Cols)
	text, err := io.ReadAll(io.LimitReader(r, 8*size)) // no more memory than there are bytes
	if err != nil {
		return nil, err
	}
	if int64(len(text)) != 8*size {
		return nil, errors.New("the file ends before its numbers do")
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != a.SHA256 {
		return nil, errors.New("its numbers are not those that were written: the checksum differs")
	}
	data := make([]float64, size)
	for i := range data {
		data[i] = math.Float64frombits(binary.LittleEndian.Uint64(text[8*i:]))
	}
	return linalg.NewDense(a.Rows, a.Cols, data), nil
}

// again is a kernel as its description makes it, which tests it.
func again(k kernel.Kernel) (kernel.Kernel, error) {
	s, err := kernel.Describe(k)
	if err != nil {
		return nil, err
	}
	return s.Make()
}
