// Package models loads and saves the models of all kinds, and says where an interrupted one goes.
package models

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/toolkit/model"
	kernels "github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// SaveModel writes a model atomically: no failure leaves half a file.
func SaveModel(ctx context.Context, path string, m *model.Linear) error {
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		return err
	}
	return outfile.Write(ctx, path, b.Bytes(), 0o666)
}

// SoFar takes what an interrupt has left, the last of the models: it counts as interrupted, and that is no error.
func SoFar(err error, found ...*model.Linear) error {
	if len(found) == 0 || found[len(found)-1] == nil || !errors.Is(err, context.Canceled) {
		return err
	}
	found[len(found)-1].Status = solver.Canceled
	return nil
}

// BesideBetter returns where an interrupted model goes: to path, or beside it where that one was not interrupted. There
// it takes the place of one that was interrupted and is not read, and of nothing else.
func BesideBetter(path string, inputs []ui.Input) string {
	there, err := os.Stat(path)
	if err != nil || !there.Mode().IsRegular() {
		return path
	}
	if status, err := modelStatus(path); err != nil || status == solver.Canceled {
		return path
	}
	ext := filepath.Ext(path)
	stem := strings.TrimSuffix(path, ext) + ".interrupted"
	for k, beside := 2, stem+ext; ; k++ {
		if _, err := os.Lstat(beside); err != nil { // what cannot be looked at cannot be written: checkOutput tells
			return beside
		}
		if _, reads := ui.Reader(beside, inputs); !reads && interrupted(beside) {
			return beside
		}
		beside = fmt.Sprintf("%s-%d%s", stem, k, ext)
	}
}

// interrupted tells whether a file is a model that was interrupted.
func interrupted(path string) bool {
	there, err := os.Stat(path)
	if err != nil || !there.Mode().IsRegular() {
		return false
	}
	status, err := modelStatus(path)
	return err == nil && status == solver.Canceled
}

// modelStatus says why training a model ended, a parser, a tagger, one of RNA, of graphs, of sets of labels,
// or a linear one.
func modelStatus(path string) (solver.Status, error) {
	ctx := context.Background() // it is a file, which keeps nobody waiting
	if p, err := LoadParser(ctx, path); err == nil {
		return p.Status, nil
	}
	if t, err := LoadTagger(ctx, path); err == nil {
		return t.Status, nil
	}
	if r, err := LoadFold(ctx, path); err == nil {
		return r.Status, nil
	}
	if g, err := LoadGraph(ctx, path); err == nil {
		return g.Status, nil
	}
	if s, err := LoadMultiLabel(ctx, path); err == nil {
		return s.Status, nil
	}
	m, err := LoadModel(ctx, path)
	if err != nil {
		return "", err
	}
	return m.Status, nil
}

// LoadModel reads a linear model; errors name the file. Where that is a pipe, waiting for it ends with the context.
func LoadModel(ctx context.Context, path string) (*model.Linear, error) {
	return load(ctx, path, model.LoadLinear)
}

// LoadParser reads a parser.
func LoadParser(ctx context.Context, path string) (*model.Parser, error) {
	return load(ctx, path, model.LoadParser)
}

// LoadTagger reads a tagger.
func LoadTagger(ctx context.Context, path string) (*model.Tagger, error) {
	return load(ctx, path, model.LoadTagger)
}

// LoadFold reads a model of RNA.
func LoadFold(ctx context.Context, path string) (*model.RNA, error) {
	return load(ctx, path, model.LoadRNA)
}

// LoadMultiLabel reads a model of sets of labels.
func LoadMultiLabel(ctx context.Context, path string) (*model.MultiLabel, error) {
	return load(ctx, path, model.LoadMultiLabel)
}

// LoadGraph reads a model of graphs.
func LoadGraph(ctx context.Context, path string) (*model.Graph, error) {
	return load(ctx, path, model.LoadGraph)
}

// LoadMachine reads a machine of kernels.
func LoadMachine(ctx context.Context, path string) (*kernels.Model, error) {
	return load(ctx, path, kernels.Load)
}

// IsMachine tells whether a file begins as a machine of kernels does.
func IsMachine(path string) bool {
	there, err := os.Stat(path)
	if err != nil || !there.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // it is read only
	start := make([]byte, 100)
	n, _ := io.ReadFull(f, start) //nolint:errcheck // a short file is none
	return bytes.Contains(start[:n], []byte(strconv.Quote(kernels.Format)))
}

// Verify says what of a model of any kind is no longer as it was written.
func Verify(ctx context.Context, path string) (model.Verdict, error) {
	return load(ctx, path, model.Verify)
}

func load[M any](ctx context.Context, path string, from func(io.Reader) (M, error)) (none M, err error) {
	if err := checkModelFile(path); err != nil {
		return none, err
	}
	f, err := source.OpenUntil(ctx, path)
	if err != nil {
		return none, err
	}
	defer func() { _ = f.Close() }() // it is read only
	m, err := from(f)
	if err != nil {
		return none, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// checkModelFile refuses a model that would not fit into memory: its text, the parts of that, and the numbers.
func checkModelFile(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	need, limit := 8*float64(info.Size()), machine.NearestLimit()
	if need <= limit.Left {
		return nil
	}
	return fmt.Errorf("%s: a model of this size needs about %.2f GiB of memory, and %v: raise the limit", path,
		need/(1<<30), limit)
}
