package ui

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/spf13/cobra"
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

// WriteFigures draws into a folder, and says where.
func WriteFigures(cmd *cobra.Command, folder string, list []figures.Figure) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("--figures: %w", err)
	}
	for _, f := range list {
		path := filepath.Join(folder, f.About().ID)
		for _, ext := range []string{".png", ".html"} {
			if err := write(cmd.Context(), path+ext, f); err != nil {
				return fmt.Errorf("--figures: %s: %w", path+ext, err)
			}
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "note: figure: %s\n", path+".png")
	}
	return nil
}

// WriteFigure writes a figure in the format that the file's name says.
func WriteFigure(ctx context.Context, path string, f figures.Figure) error {
	if err := write(ctx, path, f); err != nil {
		return fmt.Errorf("--figure: %w", err)
	}
	return nil
}

func write(ctx context.Context, path string, f figures.Figure) error {
	var b bytes.Buffer
	err := figures.Write(&b, f, filepath.Ext(path))
	if err == nil {
		err = outfile.Write(ctx, path, b.Bytes(), 0o666)
	}
	return err
}
