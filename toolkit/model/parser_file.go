package model

import (
	"fmt"
	"io"
	"math/bits"
	"slices"

	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// parserKind has version 2 where arcs get relations, and else 1.
var parserKind = kind{Name: "parser model", Version: 2, Oldest: 1}

// parserFile is the JSON object of a Parser; arrays says what is behind it.
type parserFile struct {
	listed
	Templates   []string  `json:"templates"`
	SingleRoot  bool      `json:"single_root"`
	Projective  bool      `json:"projective"`
	Norms       []float64 `json:"norms" model:"nullable"`
	Ranked      []string  `json:"ranked" model:"nullable"` // all templates of the first stage
	RankedNorms []float64 `json:"ranked_norms" model:"nullable"`
	Training    string    `json:"training"`
	HeldOut     []int     `json:"held_out"` // as ParserScore.numbers has it
	Epoch       int       `json:"epoch"`
	Rounds      int       `json:"rounds"`
	found
	Made      map[string]string `json:"made,omitempty" model:"optional"`
	Relations *taggerBody       `json:"relations,omitempty" model:"whole"`
	Labelled  []int             `json:"labelled,omitempty" model:"optional"` // as LabelScore.numbers has it
}

// numbers are the parts of a score in the order of the file.
func (s *ParserScore) numbers() []*int {
	return []*int{&s.Total, &s.Correct, &s.Sentences, &s.Exact, &s.Roots, &s.Guessed, &s.RootsRight}
}

// numbers are the parts of a score in the order of the file.
func (s *LabelScore) numbers() []*int {
	return []*int{&s.Total, &s.Right, &s.Words, &s.Heads, &s.All, &s.Content, &s.Guessed, &s.ContentRight}
}

// arrays are two for each template: a bit for each slot of its table, the least of a byte first, which tells whether
// its weight is not 0, and the weights that are not. Those of relations are behind them.
func (m *Parser) arrays(a *arrays) {
	for k, t := range m.Templates {
		var there []uint8
		var weights []float32
		if !a.Reading() {
			there, weights = sparse(m.Weights[k])
		}
		array(a, "slots of "+t.String(), &there)
		array(a, "weights of "+t.String(), &weights)
		if a.Reading() && a.Err() == nil {
			var err error
			m.Weights[k], err = table(there, weights)
			a.Fail(err)
		}
	}
	if m.Relations != nil && !a.Reading() {
		m.Relations.arrays(a)
	}
}

// sparse says which weights of a table are not 0, and these.
func sparse(table *params.Slots) (there []uint8, weights []float32) {
	there, weights = make([]uint8, table.Len()/8), []float32{}
	for s, v := range table.All() {
		if v != 0 {
			there[s/8] |= 1 << (s % 8)
			weights = append(weights, v)
		}
	}
	return there, weights
}

// table is the table of which sparse told.
func table(there []uint8, weights []float32) (*params.Slots, error) {
	if len(there) > 1<<mostBits/8 {
		return nil, fmt.Errorf("a table has %d slots, and 2^%d are the most", 8*len(there), mostBits)
	}
	nonzeros := 0
	for _, v := range there {
		nonzeros += bits.OnesCount8(v)
	}
	if nonzeros != len(weights) {
		return nil, fmt.Errorf("a table has %d weights, and slots for %d", len(weights), nonzeros)
	}
	out := params.NewSlots(8 * len(there))
	for b, v := range there {
		for ; v != 0; v &= v - 1 {
			out.Set(8*b+bits.TrailingZeros8(v), weights[0])
			weights = weights[1:]
		}
	}
	return out, nil
}

// Save writes the model. What LoadParser would refuse is an error.
func (m *Parser) Save(w io.Writer) error {
	f := &parserFile{
		listed: listed{Head: parserKind.Head()}, Templates: texts(m.Templates), SingleRoot: m.SingleRoot,
		Projective: m.Projective, Norms: m.Norms, Training: m.Training, Epoch: m.Progress.Iter, Rounds: m.Progress.Evals,
		found: foundBy(m.Progress, m.Status), Made: m.Made,
	}
	for _, r := range m.Ranking {
		f.Ranked, f.RankedNorms = append(f.Ranked, r.Template.String()), append(f.RankedNorms, r.Norm)
	}
	for _, v := range m.HeldOut.numbers() {
		f.HeldOut = append(f.HeldOut, *v)
	}
	f.Version = 1
	if m.Relations != nil {
		body := m.Relations.body()
		f.Version, f.Relations = 2, &body
		for _, v := range m.HeldOut.Labels.numbers() {
			f.Labelled = append(f.Labelled, *v)
		}
	}
	err := m.check()
	if err == nil {
		err = f.check()
	}
	if err != nil {
		return parserKind.Saving(err)
	}
	return parserKind.Write(w, f, m.arrays)
}

// LoadParser reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadParser(r io.Reader) (*Parser, error) {
	var f parserFile
	a, err := parserKind.Open(r, &f)
	if err != nil {
		return nil, err
	}
	m, err := f.model(a)
	if err != nil {
		return nil, parserKind.Damaged(err)
	}
	return m, nil
}

// check tests what is told of the model.
func (f *parserFile) check() error {
	if err := f.found.Check([]string{"epoch", "rounds"}, float64(f.Epoch), float64(f.Rounds)); err != nil {
		return err
	}
	labelled := 0
	if f.Relations != nil {
		labelled = len(new(LabelScore).numbers())
	}
	switch {
	case len(f.HeldOut) != len(new(ParserScore).numbers()):
		return fmt.Errorf("its held_out has %d numbers", len(f.HeldOut))
	case (f.Relations != nil) != (f.Version == 2):
		return fmt.Errorf("it is of version %d, and version 2 is that of relations", f.Version)
	case len(f.Labelled) != labelled:
		return fmt.Errorf("its labelled has %d numbers", len(f.Labelled))
	}
	for _, v := range slices.Concat(f.HeldOut, f.Labelled) {
		if v < 0 {
			return fmt.Errorf("its held_out or labelled has the number %d", v)
		}
	}
	if len(f.Ranked) != len(f.RankedNorms) {
		return fmt.Errorf("its ranked has %d templates, and ranked_norms %d", len(f.Ranked), len(f.RankedNorms))
	}
	return nil
}

// model makes a parser of the JSON object and its arrays.
func (f *parserFile) model(a *arrays) (*Parser, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	m := &Parser{
		SingleRoot: f.SingleRoot, Projective: f.Projective, Norms: f.Norms, Training: f.Training, Status: f.Status,
		Made: f.Made, Progress: f.Progress(f.Epoch, f.Rounds),
	}
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
	m.Weights = make([]*params.Slots, len(m.Templates))
	m.arrays(a)
	if f.Relations != nil && a.Err() == nil {
		for k, v := range m.HeldOut.Labels.numbers() {
			*v = f.Labelled[k]
		}
		if m.Relations, err = f.Relations.model(a); err != nil {
			return nil, fmt.Errorf("its relations: %w", err)
		}
	}
	if err := a.End(); err != nil {
		return nil, err
	}
	return m, m.check()
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
