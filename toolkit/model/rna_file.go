package model

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

const (
	rnaFormat  = "proxlab RNA model"
	rnaVersion = 1
)

// rnaFile is an RNA as JSON.
type rnaFile struct {
	Format     string            `json:"format"`
	Version    int               `json:"version"`
	Features   []string          `json:"features"` // their names
	Weights    []float64         `json:"weights"`
	SHA256     string            `json:"sha256"` // of the names, a line each, and the weights, 8 bytes each, little endian
	Loss       string            `json:"loss"`
	Lambda     float64           `json:"lambda"`
	Decoder    string            `json:"decoder"`
	Gamma      float64           `json:"gamma"`
	HeldOut    []int             `json:"held_out"`                   // pairs shared, guessed and true
	Objective  *float64          `json:"objective" model:"nullable"` // null where it is not known, as the gap
	Gap        *float64          `json:"gap" model:"nullable"`
	Iterations int               `json:"iterations"`
	Examples   int               `json:"examples"`
	Elapsed    int64             `json:"nanoseconds"`
	Status     solver.Status     `json:"status"`
	Made       map[string]string `json:"made,omitempty" model:"optional"`
}

// checksum is that of names and weights.
func (f rnaFile) checksum() string {
	h := sha256.New()
	for _, name := range f.Features {
		fmt.Fprintln(h, name)
	}
	_ = binary.Write(h, binary.LittleEndian, f.Weights) // a hash takes whatever comes
	return hex.EncodeToString(h.Sum(nil))
}

// Save writes the model as JSON. What LoadRNA would refuse is an error.
func (m *RNA) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return saving("an RNA model", err)
	}
	f := rnaFile{
		Format: rnaFormat, Version: rnaVersion, Features: rna.Names(), Weights: m.Weights, Loss: m.Loss, Lambda: m.Lambda,
		Decoder: string(m.Decoder), Gamma: m.Gamma, HeldOut: []int{m.HeldOut.Shared, m.HeldOut.Guessed, m.HeldOut.True},
		Objective: known(m.Objective), Gap: known(m.Gap), Iterations: m.Iterations, Examples: m.Examples,
		Elapsed: int64(m.Elapsed), Status: m.Status, Made: m.Made,
	}
	f.SHA256 = f.checksum()
	return saveJSON(w, "an RNA model", f)
}

// LoadRNA reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than
// this program.
func LoadRNA(r io.Reader) (*RNA, error) {
	var f rnaFile
	if err := loadJSON(r, &f, "RNA model", rnaFormat, rnaVersion); err != nil {
		return nil, err
	}
	m, err := f.model()
	if err != nil {
		return nil, fmt.Errorf("the RNA model is damaged: %w", err)
	}
	return m, nil
}

// model tests what the file has.
func (f rnaFile) model() (*RNA, error) {
	switch {
	case !slices.Equal(f.Features, rna.Names()):
		return nil, fmt.Errorf("its %d features are not those that are known", len(f.Features))
	case len(f.HeldOut) != 3:
		return nil, fmt.Errorf("its held_out has %d numbers, and not 3", len(f.HeldOut))
	case f.SHA256 != f.checksum():
		return nil, errors.New("its weights are not those that were written: the checksum, sha256, differs")
	}
	m := &RNA{
		Weights: f.Weights, Loss: f.Loss, Lambda: f.Lambda, Decoder: Decoder(f.Decoder), Gamma: f.Gamma,
		HeldOut:   rna.Agreement{Shared: f.HeldOut[0], Guessed: f.HeldOut[1], True: f.HeldOut[2]},
		Objective: orNaN(f.Objective), Gap: orNaN(f.Gap), Iterations: f.Iterations, Examples: f.Examples,
		Elapsed: time.Duration(f.Elapsed), Status: f.Status, Made: f.Made,
	}
	return m, m.check()
}
