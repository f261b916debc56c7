package model

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

var rnaKind = kind{"RNA model", 1}

// rnaFile is the JSON object of an RNA; behind it stand the weights.
type rnaFile struct {
	listed
	Features   []string `json:"features"` // their names
	Loss       string   `json:"loss"`
	Lambda     float64  `json:"lambda"`
	Decoder    string   `json:"decoder"`
	Gamma      float64  `json:"gamma"`
	HeldOut    []int    `json:"held_out"` // pairs shared, guessed and true
	Iterations int      `json:"iterations"`
	Examples   int      `json:"examples"`
	found
	Made map[string]string `json:"made,omitempty" model:"optional"`
}

func (m *RNA) arrays(a *arrays) { array(a, "weights", &m.Weights) }

// Save writes the model. What LoadRNA would refuse is an error.
func (m *RNA) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return rnaKind.saving(err)
	}
	return rnaKind.write(w, &rnaFile{
		listed{head: rnaKind.head()}, rna.Names(), m.Loss, m.Lambda, string(m.Decoder), m.Gamma,
		[]int{m.HeldOut.Shared, m.HeldOut.Guessed, m.HeldOut.True}, m.Iterations, m.Examples,
		found{known(m.Objective), known(m.Gap), int64(m.Elapsed), m.Status}, m.Made,
	}, m.arrays)
}

// LoadRNA reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadRNA(r io.Reader) (*RNA, error) {
	var f rnaFile
	a, err := rnaKind.open(r, &f)
	if err != nil {
		return nil, err
	}
	m, err := f.model(a)
	if err != nil {
		return nil, rnaKind.damaged(err)
	}
	return m, nil
}

// model tests what the file has.
func (f *rnaFile) model(a *arrays) (*RNA, error) {
	switch {
	case !slices.Equal(f.Features, rna.Names()):
		return nil, fmt.Errorf("its %d features are not those that are known", len(f.Features))
	case len(f.HeldOut) != 3:
		return nil, fmt.Errorf("its held_out has %d numbers, and not 3", len(f.HeldOut))
	}
	m := &RNA{
		Loss: f.Loss, Lambda: f.Lambda, Decoder: Decoder(f.Decoder), Gamma: f.Gamma,
		HeldOut:   rna.Agreement{Shared: f.HeldOut[0], Guessed: f.HeldOut[1], True: f.HeldOut[2]},
		Objective: orNaN(f.Objective), Gap: orNaN(f.Gap), Iterations: f.Iterations, Examples: f.Examples,
		Elapsed: time.Duration(f.Elapsed), Status: f.Status, Made: f.Made,
	}
	m.arrays(a)
	if err := a.end(); err != nil {
		return nil, err
	}
	return m, m.check()
}
