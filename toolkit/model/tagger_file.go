package model

import (
	"fmt"
	"io"

	"github.com/proxlab/proxlab/toolkit/templates"
)

var taggerKind = kind{Name: "tagger", Version: 1}

// taggerFile is the JSON object of a Tagger; arrays says what is behind it.
type taggerFile struct {
	listed
	taggerBody
}

// taggerBody is what is told of a Tagger.
type taggerBody struct {
	Templates []string `json:"templates"`
	Form      int      `json:"form"` // the column of the word, from 1
	Labels    []string `json:"labels"`
	Loss      string   `json:"loss"`
	C         float64  `json:"c"`
	Sentences int      `json:"sentences"`
	Segments  int      `json:"segments,omitempty" model:"optional"` // the most words of one
	HeldOut   *float64 `json:"held_out" model:"nullable"`           // the share of right labels
	Passes    int      `json:"passes"`
	found
	Made map[string]string `json:"made,omitempty" model:"optional"`
}

// arrays are the hashes of the features; the place where the pairs of each begin, and where the last ends; of each pair
// its label, from 0, and its weight; the weights of labels that follow each other; the hashes of the known words.
func (m *Tagger) arrays(a *arrays) {
	array(a, "features", &m.Features)
	array(a, "places", &m.Pairs.Ptr)
	array(a, "outputs", &m.Pairs.Output)
	array(a, "weights", &m.Weights)
	matrix(a, "following", &m.Following, len(m.Labels), "labels")
	array(a, "words", &m.Known)
}

// Save writes the model. What LoadTagger would refuse is an error.
func (m *Tagger) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return taggerKind.Saving(err)
	}
	return taggerKind.Write(w, &taggerFile{listed{Head: taggerKind.Head()}, m.body()}, m.arrays)
}

func (m *Tagger) body() taggerBody {
	return taggerBody{
		texts(m.Templates), m.Form + 1, m.Labels, m.Loss, m.C, m.Sentences, m.Segments, known(m.HeldOut), m.Progress.Iter,
		foundBy(m.Progress, m.Status), m.Made,
	}
}

// LoadTagger reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadTagger(r io.Reader) (*Tagger, error) {
	var f taggerFile
	a, err := taggerKind.Open(r, &f)
	if err != nil {
		return nil, err
	}
	m, err := f.model(a)
	if err == nil {
		err = a.End()
	}
	if err == nil {
		err = m.check()
	}
	if err != nil {
		return nil, taggerKind.Damaged(err)
	}
	return m, nil
}

// model makes a tagger of the JSON object and its arrays, which nobody has checked.
func (f *taggerBody) model(a *arrays) (*Tagger, error) {
	if err := f.Check([]string{"passes", "sentences"}, float64(f.Passes), float64(f.Sentences)); err != nil {
		return nil, err
	}
	m := &Tagger{
		Form: f.Form - 1, Labels: f.Labels, Loss: f.Loss, C: f.C, Sentences: f.Sentences,
		Segments: f.Segments, HeldOut: orNaN(f.HeldOut),
		Progress: f.Progress(f.Passes, 0), Status: f.Status, Made: f.Made,
	}
	for _, text := range f.Templates {
		t, err := templates.ParseWord(text)
		if err != nil {
			return nil, fmt.Errorf("its templates: %w", err)
		}
		m.Templates = append(m.Templates, t)
	}
	m.arrays(a)
	return m, a.Err()
}
