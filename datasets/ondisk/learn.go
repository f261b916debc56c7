package ondisk

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/datasets/table"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// learn learns the encoder.
func (c *conversion) learn(ctx context.Context) error {
	tallies, err := Tally(ctx, c.path, c.Options)
	if err == nil {
		c.Encoder, err = Learn(c.path, tallies, c.Encode)
	}
	return err
}

// Learn learns an encoder from the tallies of a table, or of its parts together. Errors call them name.
func Learn(name string, of *encode.Tallies, o encode.Options) (*encode.Encoder, error) {
	e, err := of.Fit(o)
	if err != nil {
		return nil, table.Faulty(name, of, err)
	}
	return e, nil
}

// Tally counts what an encoder of a table is learnt from.
func Tally(ctx context.Context, path string, o Options) (*encode.Tallies, error) {
	r, err := source.OpenUntil(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if o.Progress != nil {
		r.Tell(o.Progress)
	}
	if o.FrameOptions, err = datasets.Recognise(r, path, o.FrameOptions); err != nil {
		return nil, err
	}
	if o.Format == datasets.FormatSVMLight {
		return nil, fmt.Errorf("%s: categories, dates and missing cells are those of CSV files", path)
	}
	return table.Tally(ctx, r, path, o.FrameOptions)
}

// key is what of the options the content depends on.
func (c *conversion) key() (string, error) {
	text := fmt.Sprintf("target %q, weights %q, keys %q, tasks %q, drop %q, labels %v", c.Target, c.Weights, c.Keep,
		c.Task, c.Drop, c.TextLabels)
	if c.Decimal != "" || c.Separator != "" || c.ZeroBased || c.Format != "" {
		text += fmt.Sprintf(", decimal %q, separator %q, from 0 %v, format %q", c.Decimal, c.Separator, c.ZeroBased, c.Format)
	}
	if !c.Encode.Learns() {
		return text, nil
	}
	given, err := json.Marshal(c.Encoder)
	return text + fmt.Sprintf(", encoder %+v, %s", c.Encode, given), err
}
