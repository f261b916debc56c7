package passing

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
)

// keptFit is a fit by passes over blocks that is kept beside the blocks after each pass, for the same command to go
// on.
type keptFit struct {
	Settings string // what it is the fit of
	State    larger.State

	path   string
	failed error
}

// load is the fit that was kept; nil where there is none of these settings, or it is damaged.
func (k *keptFit) load() *larger.State {
	text, err := os.ReadFile(k.path)
	if err != nil {
		return nil
	}
	var was keptFit
	if json.Unmarshal(text, &was) != nil || was.Settings != k.Settings || was.State.Origin == nil {
		return nil
	}
	return &was.State
}

// keep writes it. A disk that has no room for it is told of at the end: the fit itself goes on.
func (k *keptFit) keep(s larger.State) {
	k.State = s
	text, err := json.Marshal(k)
	if err == nil {
		err = outfile.Write(context.Background(), k.path, text, 0o666)
	}
	k.failed = err
}

// drop removes it.
func (k *keptFit) drop() {
	if err := os.Remove(k.path); err != nil && !errors.Is(err, fs.ErrNotExist) && k.failed == nil {
		k.failed = err
	}
}
