package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// saveModel writes a model atomically: no failure leaves half a file.
func saveModel(ctx context.Context, path string, m *model.Linear) error {
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		return err
	}
	return outfile.Write(ctx, path, b.Bytes(), 0o666)
}

// besideBetter returns where an interrupted model goes: to path, or beside it where that one was not interrupted. There
// it takes the place of one that was interrupted and is not read, and of nothing else.
func besideBetter(path string, inputs []input) string {
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
		if _, reads := reader(beside, inputs); !reads && interrupted(beside) {
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

// modelStatus says why training a model ended, a parser, a tagger, one of RNA or a linear one.
func modelStatus(path string) (solver.Status, error) {
	if p, err := loadParser(path); err == nil {
		return p.Status, nil
	}
	if t, err := loadTagger(path); err == nil {
		return t.Status, nil
	}
	if r, err := loadFold(path); err == nil {
		return r.Status, nil
	}
	m, err := loadModel(path)
	if err != nil {
		return "", err
	}
	return m.Status, nil
}

func loadModel(path string) (*model.Linear, error) {
	if err := checkModelFile(path); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := model.LoadLinear(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// commandLine returns the command as it was given, to be kept with what it made.
func commandLine() string { return "proxlab " + strings.Join(os.Args[1:], " ") }
