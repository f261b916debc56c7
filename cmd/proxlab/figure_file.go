package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/outfile"
)

const figureFormats = "a file .html, .svg, .png or .pdf"

// checkFigure tests the ending of --figure, and that it is none of the files that are read.
func checkFigure(path string, reads ...input) error {
	if path == "" {
		return nil
	}
	if ext := filepath.Ext(path); !slices.Contains([]string{".html", ".svg", ".png", ".pdf"}, ext) {
		return usageError{fmt.Errorf("--figure %s: %s", path, figureFormats)}
	}
	return checkOutput("--figure", path, reads...)
}

// checkPredicted tests the outputs of a prediction: -o, unless it is the standard output, and --figure.
func checkPredicted(out, figure string, reads ...input) error {
	if err := checkFigure(figure, reads...); err != nil || out == standardOutput {
		return err
	}
	return checkOutput("-o", out, reads...)
}

// writeFigure writes a figure in the format that the file's name says.
func writeFigure(ctx context.Context, path string, f figures.Figure) error {
	var b bytes.Buffer
	err := figures.Write(&b, f, filepath.Ext(path))
	if err == nil {
		err = outfile.Write(ctx, path, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("--figure: %w", err)
	}
	return nil
}
