// Package serve answers requests in frames on the standard input, as the Python package puts them.
//
// A request has a number, and is answered by one frame of the kind ok or error with that number; before it there may be
// frames of the kind event. Requests are worked on side by side, those of one name of what is prepared in turn:
//
//	hello, ping        who answers; nothing
//	put, drop          keeps data under a name, or what comes in the frame; lets go of names
//	prepare            keeps a problem with its data made ready
//	fit, path, folds   models of one strength; of several; what cross-validation makes of these
//	lambda_max         where a path begins
//	predict            XW + b
//	machine, expand    a machine of kernels; what it makes of features
//	matrix             a graph of variables, atoms and codes, parts of a matrix, or one filled in
//	command            tag, parse, fold, graph or labels with arguments, as at a prompt; what it says are events
//	certify            the gap of weights that are given
//	cancel             ends a request, which answers with what it has by then
//	exit               ends
//
// What is wrong with data or options is an error of the class value; after a broken frame, of the class frame, the
// connection ends. The end of the standard input, or of the process that started this one, ends it too.
package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
)

// New is the command serve of a program of some version, and of its commands that learn structures.
func New(version func() string, commands func() []*cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Answer requests in frames on the standard input, as the Python package does",
		Long: "Answer requests on the standard input with frames on the standard output, until either ends: the Python\n" +
			"package proxlab starts one such process and fits by it. See docs/python.md.",
		Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			signal.Ignore(os.Interrupt) // Ctrl-C is for who asks, and may cancel
			ctx, stop := context.WithCancel(cmd.Context())
			defer stop()
			reserve := make([]byte, 32<<20) // never touched, it takes no memory; small fits are collected less often
			defer runtime.KeepAlive(reserve)
			go endWithParent(ctx, os.Getppid, time.Second, func() { os.Exit(1) })
			return Serve(ctx, os.Stdin, os.Stdout, version, commands)
		},
	}
}

// endWithParent ends when the process has another parent, as its own has died: others may have its pipes still.
func endWithParent(ctx context.Context, parent func() int, every time.Duration, end func()) {
	first, tick := parent(), time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if parent() != first {
			end()
			return
		}
	}
}

// buffered is what a pipe is read and written by.
const buffered = 1 << 20

// Serve answers until in ends, or the context.
func Serve(
	ctx context.Context, in io.Reader, out io.Writer, version func() string, commands func() []*cobra.Command,
) error {
	ctx, stop := context.WithCancel(ctx)
	s := &server{
		version: version, commands: commands, out: bufio.NewWriterSize(out, buffered),
		data: map[string]*held{}, ready: map[string]*prepared{}, live: map[int64]*request{},
		parsed: cache{of: map[string]*fitting.Problem{}},
	}
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- s.answerAll(ctx, frameReader{bufio.NewReaderSize(in, buffered)}, &all) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// answerAll reads and answers.
func (s *server) answerAll(ctx context.Context, in frameReader, all *sync.WaitGroup) error {
	for s.writable() {
		a, with, bad, err := in.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			s.send(a.ID, &answer{Kind: "error", Class: "frame", Error: err.Error()})
			return err
		case bad != nil:
			s.refuse(a.ID, bad)
			continue
		}
		switch a.Op {
		case "ping":
			s.send(a.ID, &answer{})
			continue
		case "cancel":
			s.cancel(a.Target)
			continue
		case "exit":
			s.send(a.ID, &answer{})
			return nil
		}
		inner, cancel := context.WithCancel(ctx)
		of := &request{cancel}
		s.state.Lock()
		s.live[a.ID] = of
		s.state.Unlock()
		all.Go(func() { s.work(inner, of, a, with) })
	}
	return s.failed
}

// work answers a request. A fault of this program does not take what is kept along.
func (s *server) work(ctx context.Context, of *request, a ask, with arrays) {
	defer func() {
		of.cancel()
		s.state.Lock()
		if s.live[a.ID] == of {
			delete(s.live, a.ID)
		}
		s.state.Unlock()
		if fault := recover(); fault != nil {
			s.send(a.ID, &answer{Kind: "error", Class: "internal", Error: fmt.Sprintf("%v\n%s", fault, debug.Stack())})
		}
	}()
	debug.SetPanicOnFault(true) // of a file that became shorter
	out, err := s.do(ctx, a, with)
	if err != nil {
		s.refuse(a.ID, err)
		return
	}
	s.send(a.ID, out)
}

// refuse answers with an error.
func (s *server) refuse(id int64, err error) {
	class := "value"
	if errors.Is(err, context.Canceled) {
		class = "canceled"
	}
	s.send(id, &answer{Kind: "error", Class: class, Error: err.Error()})
}
