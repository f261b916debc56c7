package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/google/renameio/v2"

	"github.com/proxlab/proxlab/toolkit/model"
)

// saveModel writes a model atomically: no failure leaves half a file.
func saveModel(path string, m *model.Linear) error {
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		return err
	}
	return renameio.WriteFile(path, b.Bytes(), 0o666)
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
