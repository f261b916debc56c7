package passing

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/reproduce/parts"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/cobra"
)

const passLong = `Take a pass over one part of the data of a fit, and write what it adds up to.

proxlab fit --data 'parts/*.csv' … --begin STATE begins such a fit, proxlab step
goes on from what passes over all parts have written. Neither keeps anything
elsewhere: any engine may run them, anywhere, again and in any order.`

// NewPass is the command pass.
func NewPass() *cobra.Command {
	var state, data, out, folder, worker string
	cmd := &cobra.Command{
		Use: "pass --state STATE --data PART --out SUMS", Short: "Take a pass over one part of a fit's data",
		Long: passLong, Example: "  proxlab pass --state state-3 --data parts/p0007.csv --out sums-3-p0007",
		Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if folder != "" {
				return serve(cmd, folder, worker)
			}
			if state == "" || data == "" || out == "" {
				return ui.Usage(errors.New("--state, --data and --out are all needed"))
			}
			s, err := parts.ReadWork(state)
			if err != nil {
				return err
			}
			part, err := s.Part(data)
			if err != nil {
				return err
			}
			if err := outfile.Check(out); err != nil {
				return fmt.Errorf("--out: %w", err)
			}
			result, err := (&hand{cmd: cmd, at: map[int]string{part: data}}).take(cmd.Context(), s, part)
			if err != nil {
				return err
			}
			return s.WriteResult(cmd.Context(), out, part, result)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&state, "state", "", "the state, which says what the pass is to look at")
	flags.StringVar(&data, "data", "", "the part: a file that the state names, in whatever folder it is here")
	flags.StringVar(&out, "out", "", "write the sums to this file")
	flags.StringVar(&folder, "folder", "", "take passes for the driver that proxlab fit --workers is in this folder, "+
		"until the fit is done")
	flags.StringVar(&worker, "worker", "0/1", "`i/n`, which of how many workers of the folder this is")
	return cmd
}

// hand takes passes, one after another of one fit.
type hand struct {
	cmd *cobra.Command
	at  map[int]string // where parts are here, if elsewhere
	r   *fitting.Run
	t   *table
}

// take takes the pass that a state asks for over one part.
func (h *hand) take(ctx context.Context, s *parts.State, part int) (result parts.Result, err error) {
	if s.Done {
		return result, fmt.Errorf("%s: the fit is done: there is no pass to take", s.Path)
	}
	if h.r == nil {
		if h.r, err = runOf(h.cmd, s); err != nil {
			return result, err
		}
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(s.Memory)))
	if s.About == nil {
		path := s.Parts[part]
		if here, ok := h.at[part]; ok {
			path = here
		}
		return lookAt(ctx, h.r, s, part, path)
	}
	if h.t == nil {
		if h.t, err = join(h.r, s, h.at, false); err != nil {
			return result, err
		}
	}
	defer h.t.Again(part)
	result.Sums, err = larger.Pass(ctx, *h.t.problem, h.t.data, s.Next, part)
	return result, err
}

// runOf is the fit that a state is of, with the words of the command as it was given there.
func runOf(cmd *cobra.Command, s *parts.State) (*fitting.Run, error) {
	r, err := fitting.NewRun(cmd, s.Settings)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Path, err)
	}
	return r, nil
}

const stepLong = `Go on with a fit from what passes over all parts of its data have written: the
next state says what the next passes are to look at.

Exit codes: 0 the model is within --tol of the minimum and was written, 4 go on
with passes of the new state, 3 the tolerance cannot be reached, which is said
with the reason, and the best model was written; 1 failed, 2 wrong usage.`

// stepFlags are those of the command step.
type stepFlags struct {
	state, out, model string
	sums              []string
	json              bool
}

// NewStep is the command step.
func NewStep() *cobra.Command {
	var f stepFlags
	cmd := &cobra.Command{
		Use:   "step --state STATE --sums 'sums-*' --out STATE",
		Short: "Go on with a fit from what passes over all parts found", Long: stepLong,
		Example: "  proxlab step --state state-3 --sums 'sums-3-*' --out state-4 --model model.json",
		Args:    ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.state == "" || len(f.sums) == 0 || f.out == "" {
				return ui.Usage(errors.New("--state, --sums and --out are all needed"))
			}
			return step(cmd, f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.state, "state", "", "the state that the passes were of")
	flags.StringArrayVar(&f.sums, "sums", nil, "`files` that they wrote, by a name or a pattern; may be repeated")
	flags.StringVar(&f.out, "out", "", "write the next state to this file")
	flags.StringVar(&f.model, "model", "", "at the end write the model to this file, as JSON")
	flags.BoolVar(&f.json, "json", false, "at the end print one JSON object on one line")
	return cmd
}

func step(cmd *cobra.Command, f stepFlags) error {
	s, err := parts.ReadState(f.state)
	if err != nil {
		return err
	}
	if s.Done {
		return fmt.Errorf("%s: the fit is done", f.state)
	}
	if err := outfile.Check(f.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	var files []string
	for _, pattern := range f.sums {
		some, err := filepath.Glob(pattern)
		if err != nil {
			return ui.Usage(fmt.Errorf("--sums %s: %w", pattern, err))
		}
		files = append(files, some...)
	}
	notes, err := s.Collect(files)
	if err != nil {
		return err
	}
	r, err := runOf(cmd, s)
	if err != nil {
		return err
	}
	for _, note := range notes {
		r.Notice("%s", note)
	}
	if f.model != "" {
		if err := ui.CheckOutput("--model", f.model); err != nil {
			return err
		}
	}
	r.Outputs(f.model, f.json)
	if s.About == nil {
		if _, err := learnt(r, s); err != nil {
			return err
		}
		if err := s.Write(cmd.Context(), f.out); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		r.Notice("what becomes of categories, dates and missing cells is learnt")
		return ui.ErrMore
	}
	return advance(cmd.Context(), r, s, f.out)
}

// advance takes all steps again that a state has the passes of, and the one after.
func advance(ctx context.Context, r *fitting.Run, s *parts.State, out string) error {
	t, err := join(r, s, nil, true)
	if err != nil {
		return err
	}
	log := &parts.Replay{Found: s.Found}
	t.data.Take = log.Take
	var last solver.Progress
	t.problem.Watch = func(p solver.Progress) { last = p }
	m, err := r.Passes(t.data)
	s.Next, s.Done = log.Next, err == nil
	if err != nil && !errors.Is(err, parts.ErrMore) {
		return err
	}
	if err := s.Write(ctx, out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if s.Done {
		return r.Conclude(m)
	}
	text := "nothing is known of the gap yet"
	if last.Iter > 0 {
		text = fmt.Sprintf("objective %.6g, gap %.1e", last.Objective, last.Gap)
	}
	r.Notice("pass %d: %s", s.Pass, text)
	return ui.ErrMore
}

// serve is a worker.
func serve(c *cobra.Command, dir, worker string) error {
	before, after, _ := strings.Cut(worker, "/")
	index, err1 := strconv.Atoi(before)
	of, err2 := strconv.Atoi(after)
	if err1 != nil || err2 != nil || index < 0 || index >= of {
		return ui.Usage(fmt.Errorf("--worker %q is not i/n with i from 0 to n−1", worker))
	}
	w := &parts.Worker{Dir: dir, Name: before, Index: index, Of: of, Take: (&hand{cmd: c}).take}
	return w.Serve(c.Context())
}
