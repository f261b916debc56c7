package passing

import (
	"context"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/reproduce/parts"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// look looks at all parts here.
func look(ctx context.Context, r *fitting.Run, s *parts.State) error {
	for s.About == nil {
		results := make([]*parts.Result, len(s.Parts))
		for k, path := range s.Parts {
			result, err := lookAt(ctx, r, s, k, path)
			if err != nil {
				return err
			}
			results[k] = &result
		}
		if err := s.Take(results); err != nil {
			return err
		}
	}
	return nil
}

// lookAt counts what an encoder is learnt from in a part, or describes it, by the path that it has here.
func lookAt(ctx context.Context, r *fitting.Run, s *parts.State, k int, path string) (out parts.Result, err error) {
	if s.ToLearn() {
		bar := ui.NewBar(r.Command().ErrOrStderr(), path)
		defer bar.Close()
		out.Tallies, err = ondisk.Tally(ctx, path, r.Reading(0).FrameOptions, bar.Download)
		return out, err
	}
	encoder, err := learnt(r, s)
	if err != nil {
		return out, err
	}
	b, err := open(ctx, r, path, s.Memory, encoder, nil)
	if err != nil {
		return out, err
	}
	about := b.About(s.Parts[k])
	out.About = &about
	return out, b.Close()
}

// learnt is the encoder that all parts have taught; nil where none is due.
func learnt(r *fitting.Run, s *parts.State) (*encode.Encoder, error) {
	if !s.Learns {
		return nil, nil
	}
	return ondisk.Learn(r.Given().Data, &s.Learnt, r.Reading(0).Encode)
}

// open opens a table as blocks.
func open(
	ctx context.Context, r *fitting.Run, path string, memory float64, encoder *encode.Encoder,
	notice func(string, ...any),
) (*ondisk.Blocks, error) {
	bar := ui.NewBar(r.Command().ErrOrStderr(), path)
	defer bar.Close()
	o := r.Reading(memory)
	o.Encoder, o.Progress, o.Notice = encoder, bar.Download, notice
	return ondisk.Open(ctx, path, o)
}
