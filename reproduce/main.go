package reproduce

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/proxlab/proxlab/internal/plain"
)

// Main is the main function of a program that runs a study of one's own, as `proxlab reproduce` runs those of the
// project: quick or at paper scale, on all processors, in shards, by Slurm or Kubernetes, with progress and resume, and
// a report at the end. It does not return; the exit code is 0 for done, 1 for failed, 2 for wrong usage, and 130 for
// interrupted, when what is complete was kept.
func Main(s Study) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := s.main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func (s Study) main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	set := pflag.NewFlagSet(name, pflag.ContinueOnError)
	set.SetOutput(stderr)
	set.SortFlags = false
	set.Usage = func() {
		fmt.Fprintf(stderr, "%s\n\nRuns the study and writes its report to <out>/%s. Flags:\n%s", s.Title, s.Name,
			set.FlagUsages())
	}
	var f Flags
	f.Add(set)
	err := set.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		return 0
	}
	if err == nil && set.NArg() > 0 {
		err = fmt.Errorf("unknown argument %q; see --help", set.Arg(0))
	}
	if err != nil {
		err = UsageError{err}
	} else {
		out, said := &plain.Writer{Below: stdout}, &plain.Writer{Below: stderr}
		line := progressLine{terminal(stderr)}
		err = f.Run(ctx, s, Program{Name: name, Out: out, Said: said, Progress: line.show, Done: line.clear})
		err = errors.Join(err, out.Close(), said.Close())
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(stderr, "%s: interrupted\n", name)
		return 130
	}
	fmt.Fprintf(stderr, "%s: %s\n", name, plain.Lines(err.Error(), 2000))
	if errors.As(err, new(UsageError)) {
		return 2
	}
	return 1
}

// progressLine is written over and over on a terminal, and nowhere else.
type progressLine struct{ w io.Writer }

func (p progressLine) show(done, total int, label string) {
	fmt.Fprintf(p.w, "\r\x1b[K%.100s", fmt.Sprintf("%d of %d: %s", done, total, plain.Text(label)))
}

func (p progressLine) clear() { fmt.Fprint(p.w, "\r\x1b[K") }

// terminal is w, or what discards all where that is no terminal.
func terminal(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return f
		}
	}
	return io.Discard
}
