package reproduce

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// cellFile is what a cell's file holds: its key, for people, and its result.
type cellFile[T any] struct {
	Key    any `json:"key"`
	Result T   `json:"result"`
}

// Cell returns the result of one cell of work: the result kept in the config's folder under the hash of key if there is
// one, else that of work, which is then kept. key must hold all that the result depends on, including the checksum of
// the data and a version of the computation, and must marshal to JSON. A kept cell that cannot be read is computed
// again.
func Cell[T any](c Config, key any, work func() (T, error)) (T, error) {
	var zero T
	if c.Cells == "" {
		return work()
	}
	text, err := json.Marshal(key)
	if err != nil {
		return zero, err
	}
	sum := sha256.Sum256(text)
	path := filepath.Join(c.Cells, hex.EncodeToString(sum[:10])+".json")
	if !c.Fresh {
		kept, err := readCell[T](path)
		switch {
		case err == nil:
			return kept, nil
		case !errors.Is(err, fs.ErrNotExist):
			c.Notice("%s: %v: computing this cell again", path, err)
		}
	}
	result, err := work()
	if err != nil {
		return zero, err
	}
	out, err := json.Marshal(cellFile[T]{key, result})
	if err != nil {
		return zero, err
	}
	if err := os.MkdirAll(c.Cells, 0o777); err != nil {
		return zero, err
	}
	if err := renameio.WriteFile(path, out, 0o666); err != nil {
		return zero, fmt.Errorf("keeping a result: %w", err)
	}
	return result, nil
}

func readCell[T any](path string) (T, error) {
	var f cellFile[T]
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	return f.Result, err
}
