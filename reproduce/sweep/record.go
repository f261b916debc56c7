package sweep

import (
	"context"
	"encoding/json"
	"path/filepath"
	"time"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/reproduce/provenance"
)

// recordName is the file, beside a sweep's results, of how they came about.
const recordName = "record.json"

// record is how a run of a sweep was made; by what processor each result was, stands in its own file.
type record struct {
	Sweep    string            `json:"sweep"`
	Version  int               `json:"version"`
	Settings int               `json:"settings"`
	Done     int               `json:"done"`
	Started  time.Time         `json:"started"`
	Seconds  float64           `json:"seconds"` // that the results took, added up, whenever they were made
	System   provenance.System `json:"system"`
}

func (r record) save(dir string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return outfile.Write(context.Background(), filepath.Join(dir, recordName), append(text, '\n'), 0o666)
}
