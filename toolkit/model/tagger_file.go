package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// The first line of a saved tagger is a JSON object on one line, taggerFile; behind it stand its arrays, little endian,
// and last the SHA-256 of all that comes before.
const (
	taggerFormat  = "proxlab tagger"
	taggerVersion = 1
)

type taggerFile struct {
	Format    string            `json:"format"`
	Version   int               `json:"version"`
	Templates []string          `json:"templates"`
	Form      int               `json:"form"` // the column of the word, from 1
	Labels    []string          `json:"labels"`
	Loss      string            `json:"loss"`
	C         float64           `json:"c"`
	Sentences int               `json:"sentences"`
	HeldOut   *float64          `json:"held_out" model:"nullable"` // the share of right labels
	Passes    int               `json:"passes"`
	Objective *float64          `json:"objective" model:"nullable"` // null where it is not known
	Gap       *float64          `json:"gap" model:"nullable"`
	Elapsed   int64             `json:"nanoseconds"`
	Status    solver.Status     `json:"status"`
	Features  int               `json:"features"`
	Pairs     int               `json:"pairs"`
	Words     int               `json:"words"`
	Made      map[string]string `json:"made,omitempty" model:"optional"`
}

// Save writes the model. What LoadTagger would refuse is an error.
func (m *Tagger) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return saving("a tagger", err)
	}
	f := taggerFile{
		Format: taggerFormat, Version: taggerVersion, Form: m.Form + 1, Labels: m.Labels, Loss: m.Loss, C: m.C,
		Sentences: m.Sentences, Passes: m.Progress.Iter, HeldOut: known(m.HeldOut), Objective: known(m.Progress.Objective),
		Gap: known(m.Progress.Gap), Elapsed: int64(m.Progress.Elapsed), Status: m.Status, Features: len(m.Features),
		Pairs: len(m.Weights), Words: len(m.Known), Made: m.Made,
	}
	for _, t := range m.Templates {
		f.Templates = append(f.Templates, t.String())
	}
	var body bytes.Buffer
	if err := saveJSON(&body, "a tagger", f); err != nil {
		return err
	}
	for _, array := range []any{m.Features, m.Pairs.Ptr[1:], m.Pairs.Output, m.Weights, m.Following.Data, m.Known} {
		_ = binary.Write(&body, binary.LittleEndian, array) // a buffer takes whatever comes
	}
	sum := sha256.Sum256(body.Bytes())
	body.Write(sum[:])
	if _, err := body.WriteTo(w); err != nil {
		return saving("a tagger", err)
	}
	return nil
}

// LoadTagger reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadTagger(r io.Reader) (*Tagger, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading a tagger: %w", err)
	}
	end := bytes.IndexByte(text, '\n')
	if end < 0 || end > mostHeader {
		return nil, errors.New("this is no tagger: its first line is no JSON object")
	}
	var f taggerFile
	if err := readStrictly(text[:end], &f, "tagger", taggerFormat, taggerVersion); err != nil {
		return nil, err
	}
	last := len(text) - sha256.Size
	if last <= end {
		return nil, errors.New("the tagger is damaged: the file ends before its numbers do")
	}
	if sum := sha256.Sum256(text[:last]); !bytes.Equal(sum[:], text[last:]) {
		return nil, fmt.Errorf("the tagger is damaged: it is not what was written: its SHA-256 is %s and not %s",
			hex.EncodeToString(sum[:4]), hex.EncodeToString(text[last:][:4]))
	}
	m, err := f.model(text[end+1 : last])
	if err == nil {
		err = m.check()
	}
	if err != nil {
		return nil, fmt.Errorf("the tagger is damaged: %w", err)
	}
	return m, nil
}

// model makes a tagger of the file's first line and its arrays.
func (f *taggerFile) model(body []byte) (*Tagger, error) {
	told := []float64{float64(f.Passes), float64(f.Elapsed), float64(f.Sentences)}
	names := []string{"passes", "nanoseconds", "sentences"}
	if err := errors.Join(notNegative(names, told), checkStatus(f.Status)); err != nil {
		return nil, err
	}
	m := &Tagger{
		Form: f.Form - 1, Labels: f.Labels, Loss: f.Loss, C: f.C, Sentences: f.Sentences, HeldOut: orNaN(f.HeldOut),
		Progress: solver.Unknown(), Status: f.Status, Made: f.Made,
	}
	m.Progress.Iter, m.Progress.Elapsed = f.Passes, time.Duration(f.Elapsed)
	m.Progress.Objective, m.Progress.Gap = orNaN(f.Objective), orNaN(f.Gap)
	for _, text := range f.Templates {
		t, err := templates.ParseWord(text)
		if err != nil {
			return nil, fmt.Errorf("its templates: %w", err)
		}
		m.Templates = append(m.Templates, t)
	}
	c := len(f.Labels)
	sizes := []int{f.Features, f.Pairs, f.Words}
	if slices.Min(sizes) < 0 || slices.Max(sizes) > len(body) || c > math.MaxUint16 ||
		f.Features*12+f.Pairs*10+c*c*8+f.Words*8 != len(body) {
		return nil, fmt.Errorf("it has %d bytes of numbers for %d features, %d pairs, %d labels and %d words",
			len(body), f.Features, f.Pairs, c, f.Words)
	}
	m.Features, m.Known = make([]uint64, f.Features), make([]uint64, f.Words)
	m.Pairs = params.Pairs{Ptr: make([]int32, f.Features+1), Output: make([]uint16, f.Pairs)}
	m.Weights, m.Following = make([]float64, f.Pairs), linalg.NewDense(c, c, nil)
	from := bytes.NewReader(body)
	for _, array := range []any{m.Features, m.Pairs.Ptr[1:], m.Pairs.Output, m.Weights, m.Following.Data, m.Known} {
		if err := binary.Read(from, binary.LittleEndian, array); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// check tests that the parts go together, and that numbers are.
func (m *Tagger) check() error {
	c := len(m.Labels)
	switch {
	case c == 0 || c > math.MaxUint16 || !slices.IsSorted(m.Labels) || len(slices.Compact(slices.Clone(m.Labels))) != c:
		return fmt.Errorf("its %d labels are none, too many, or not in ascending order", c)
	case len(m.Templates) == 0 || m.Form < 0 || m.Form > math.MaxInt16:
		return errors.New("it has no templates, or no column of words")
	case m.Loss != "crf" && m.Loss != "hinge":
		return fmt.Errorf("its loss %.20q is none of crf, hinge", m.Loss)
	case !(m.C > 0) || math.IsInf(m.C, 1):
		return fmt.Errorf("its C is %g", m.C)
	case m.HeldOut < 0 || m.HeldOut > 1:
		return fmt.Errorf("the share %g of its labels was right on what was held out", m.HeldOut)
	}
	return m.checkWeights(c)
}

// checkWeights tests what the weights are of, and that they are numbers.
func (m *Tagger) checkWeights(c int) error {
	switch {
	case !slices.IsSorted(m.Known):
		return errors.New("its known words are not in ascending order")
	case len(m.Pairs.Ptr) != len(m.Features)+1 || len(m.Pairs.Output) != len(m.Weights):
		return fmt.Errorf("it has %d features, %d places of theirs, %d pairs and %d weights", len(m.Features),
			len(m.Pairs.Ptr), len(m.Pairs.Output), len(m.Weights))
	case m.Pairs.Ptr[0] != 0 || int(m.Pairs.Ptr[len(m.Features)]) != len(m.Weights) || !slices.IsSorted(m.Pairs.Ptr):
		return errors.New("the places of its features are not ascending up to the number of pairs")
	}
	for _, y := range m.Pairs.Output {
		if int(y) >= c {
			return fmt.Errorf("a pair has label %d of %d", int(y)+1, c)
		}
	}
	if err := checkArray("weights of labels that follow each other", m.Following, c, c); err != nil {
		return err
	}
	if k := slices.IndexFunc(m.Weights, func(v float64) bool { return !solver.Finite(v) }); k >= 0 {
		return fmt.Errorf("weight %d of its weights is %g", k+1, m.Weights[k])
	}
	return nil
}
