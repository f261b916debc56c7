package structures

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// What parse train and tag train share: what they learn from, what is held out, and where the model goes.

// devOf is what is held out: what --dev names, or the dev part of a registered treebank whose train part is learnt
// from.
func devOf(name, dev string) string {
	set, part, _ := strings.Cut(name, ":")
	if dev == "" && strings.HasPrefix(name, "@") && (part == "" || part == trainPart) {
		return set + ":" + devPart
	}
	return dev
}

// checkTrained tests that a model can be written, interrupted ones too.
func checkTrained(out string, reads []ui.Input) error {
	if err := ui.CheckOutput("-o", out, reads...); err != nil {
		return err
	}
	return ui.CheckOutput("-o", models.BesideBetter(out, reads), reads...)
}

// trainedFile is a model that was written.
type trainedFile struct {
	path   string
	size   int
	status solver.Status
}

// writeTrained writes a model whole: an interrupted one beside a better one that is there.
func writeTrained(
	out string, status solver.Status, reads []ui.Input, save func(io.Writer) error,
) (*trainedFile, error) {
	if status == solver.Canceled {
		out = models.BesideBetter(out, reads)
	}
	var b bytes.Buffer
	err := save(&b)
	if err == nil {
		err = outfile.Write(context.Background(), out, b.Bytes(), 0o666) // after an interrupt too
	}
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	return &trainedFile{out, b.Len(), status}, nil
}

// say tells where the model is; that training was interrupted is an error.
func (f *trainedFile) say(w io.Writer) error {
	fmt.Fprintf(w, "model: %s, %.1f MB\n", plain.Text(f.path), float64(f.size)/1e6)
	if f.status == solver.Canceled {
		return context.Canceled
	}
	return nil
}
