package serve

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
)

// command runs a command that learns structures, as at a prompt, but for the standard input, which is empty. What it
// prints and says is the answer's text, and on the way events.
func (s *server) command(ctx context.Context, a ask) (*answer, error) {
	root := &cobra.Command{Use: "proxlab", SilenceErrors: true, SilenceUsage: true, Args: ui.NoArgs, RunE: onlyNamed}
	if s.commands != nil {
		root.AddCommand(s.commands()...)
	}
	said := &transcript{}
	if a.Events > 0 {
		said.tell = func(text string) { s.send(a.ID, &answer{Kind: "event", Text: text}) }
	}
	root.SetIn(strings.NewReader(""))
	root.SetOut(said)
	root.SetErr(said)
	root.SetArgs(append([]string{}, a.Args...)) // never nil, which would be this program's own
	if err := root.ExecuteContext(ctx); err != nil && !errors.Is(err, ui.ErrTolerance) {
		return nil, err
	}
	return &answer{Text: said.all.String()}, nil
}

func onlyNamed(*cobra.Command, []string) error { return errors.New("no command is named") }

// transcript is what a command prints and says, which is told as it comes.
type transcript struct {
	mu   sync.Mutex
	all  bytes.Buffer
	tell func(text string) // nil for nobody
}

func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tell != nil {
		t.tell(strings.TrimSpace(string(p)))
	}
	return t.all.Write(p)
}
