package passing

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/processes"
	"github.com/proxlab/proxlab/reproduce/parts"
	"github.com/proxlab/proxlab/reproduce/slurm"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// crew are the workers of a fit.
type crew struct {
	r      *fitting.Run
	kind   string // local, slurm, or others, which somebody else starts
	count  int
	dir    string // absolute
	memory float64
	failed chan error
	all    sync.WaitGroup
}

// newCrew reads --workers.
func newCrew(r *fitting.Run, s *parts.State) (*crew, error) {
	g := r.Given()
	kind, number, _ := strings.Cut(g.Workers, ":")
	count, err := strconv.Atoi(number)
	if err != nil || count < 1 || !slices.Contains([]string{"local", "slurm", "others"}, kind) {
		return nil, ui.Usage(fmt.Errorf("--workers %q is none of local:4, slurm:16 and others:16", g.Workers))
	}
	dir := g.Folder
	if dir == "" {
		key, err := s.Fingerprint()
		if err != nil {
			return nil, err
		}
		dir = filepath.Join(filepath.Dir(s.Parts[0]), "fit-"+key[:8])
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	for k, path := range s.Parts { // workers may be elsewhere
		if s.Parts[k], err = filepath.Abs(path); err != nil {
			return nil, err
		}
	}
	c := &crew{r: r, kind: kind, count: min(count, len(s.Parts)), dir: dir, memory: s.Memory}
	c.failed = make(chan error, 1)
	return c, nil
}

// byWorkers fits by workers that take the passes.
func byWorkers(r *fitting.Run, s *parts.State) error {
	c, err := newCrew(r, s)
	if err != nil {
		return err
	}
	d, err := parts.NewDriver(c.dir, s)
	if err != nil {
		return err
	}
	d.Failed = c.failed
	ctx, stop := context.WithCancel(r.Command().Context())
	defer c.all.Wait()
	defer stop()
	if err := c.start(ctx); err != nil {
		return errors.Join(err, d.Close(ctx, false))
	}
	m, err := c.drive(ctx, d, s)
	done := err == nil && m.Done()
	if err := errors.Join(err, d.Close(context.WithoutCancel(ctx), done)); err != nil {
		return err
	}
	stop()
	c.all.Wait()
	switch {
	case !done:
		r.Notice("the same command goes on from here (%s)", c.dir)
	case c.kind == "others":
		r.Notice("%s stays for workers that come late: they find that the fit is done", c.dir)
	default:
		if err := os.RemoveAll(c.dir); err != nil {
			r.Notice("the folder of the passes stays: %v", err)
		}
	}
	return r.Conclude(m)
}

// drive takes the steps of the fit.
func (c *crew) drive(ctx context.Context, d *parts.Driver, s *parts.State) (*fitting.Learned, error) {
	line := ui.NewStatusLine(c.r.Command().ErrOrStderr())
	defer line.Close()
	var last solver.Progress
	begun := time.Now()
	d.Progress = func(done int, missing string) {
		line.Show(func() string {
			text := fmt.Sprintf("pass %d", s.Pass+1)
			if last.Iter > 0 {
				text += fmt.Sprintf(", gap %.1e", last.Gap)
			}
			return fmt.Sprintf("%s: %d of %d parts, %.0f s, waiting for %s", text, done, len(s.Parts),
				time.Since(begun).Seconds(), missing)
		})
	}
	if err := d.Begin(ctx); err != nil {
		return nil, err
	}
	if s.Pass > 1 {
		c.r.Notice("the fit goes on after %d passes (%s)", s.Pass, c.dir)
	}
	t, err := join(c.r, s, nil, true)
	if err != nil {
		return nil, err
	}
	t.data.Take = d.Take
	t.problem.Watch = func(p solver.Progress) { last = p }
	return c.r.Passes(t.data)
}

// start begins the workers.
func (c *crew) start(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(c.dir, "log"), 0o777); err != nil {
		return err
	}
	switch c.kind {
	case "others":
		c.r.Notice("%d workers are to come: proxlab pass --folder %s --worker i/%d, with i from 0", c.count, c.dir, c.count)
		return nil
	case "slurm":
		id, there, err := slurm.Array{
			Dir: c.dir, Name: "proxlab-fit", Count: c.count, Args: []string{"pass", "--folder", c.dir, "--worker"},
			Memory: c.memory, Extra: c.r.Given().SlurmOptions,
		}.Submit(ctx)
		switch {
		case err != nil:
			return err
		case there > 0:
			c.r.Notice("%d workers of job %s wait or run still: no others are submitted", there, id)
		default:
			c.r.Notice("submitted job %s: %d workers, which end with the fit", id, c.count)
		}
		return nil
	}
	cores := int(math.Ceil(float64(runtime.GOMAXPROCS(0)) / float64(c.count)))
	for k := range c.count {
		c.all.Go(func() { c.keep(ctx, program, k, cores) })
	}
	return nil
}

// keep runs a local worker, and again where it was killed.
func (c *crew) keep(ctx context.Context, program string, k, cores int) {
	log := filepath.Join(c.dir, "log", fmt.Sprintf("worker-%d.txt", k))
	for ctx.Err() == nil {
		err := c.run(ctx, program, k, cores, log)
		var exit *exec.ExitError
		switch {
		case err == nil || ctx.Err() != nil:
			return
		case errors.As(err, &exit) && exit.ExitCode() < 0:
			c.r.Notice("worker %d was killed (%v), and begins again", k, err)
		default:
			said, _ := os.ReadFile(log) // what it said, if anything
			select {
			case c.failed <- fmt.Errorf("worker %d: %w: %s", k, err, strings.TrimSpace(string(said))):
			default: // another has failed before
			}
			return
		}
	}
}

func (c *crew) run(ctx context.Context, program string, k, cores int, log string) error {
	f, err := os.Create(log)
	if err != nil {
		return err
	}
	w := processes.Command(ctx, program, "pass", "--folder", c.dir, "--worker", fmt.Sprintf("%d/%d", k, c.count))
	w.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", cores))
	w.Stderr = f
	return errors.Join(processes.Run(w), f.Close())
}
