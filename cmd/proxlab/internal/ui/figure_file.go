package ui

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/outfile"
)

// FigureFormats are what --figure takes.
const FigureFormats = "a file .html, .svg, .png or .pdf"

// CheckFigure tests the ending of --figure, and that it is none of the files that are read.
func CheckFigure(path string, reads ...Input) error {
	if path == "" {
		return nil
	}
	if ext := filepath.Ext(path); !slices.Contains([]string{".html", ".svg", ".png", ".pdf"}, ext) {
		return Usage(fmt.Errorf("--figure %s: %s", path, FigureFormats))
	}
	return CheckOutput("--figure", path, reads...)
}

// CheckPredicted tests the outputs of a prediction: -o, unless it is the standard output, and --figure.
func CheckPredicted(out, figure string, reads ...Input) error {
	if err := CheckFigure(figure, reads...); err != nil || out == StandardOutput {
		return err
	}
	return CheckOutput("-o", out, reads...)
}

// WriteFigure writes a figure in the format that the file's name says.
func WriteFigure(ctx context.Context, path string, f figures.Figure) error {
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
