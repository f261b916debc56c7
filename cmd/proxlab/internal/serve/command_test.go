package serve

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestCommands: a command's text is the answer, its lines are events, its errors are values, and it can be canceled.
func TestCommands(t *testing.T) {
	t.Parallel()
	c := connectTo(t, func() []*cobra.Command {
		return []*cobra.Command{{Use: "say", RunE: func(cmd *cobra.Command, args []string) error {
			switch args[0] {
			case "wait":
				fmt.Fprintln(cmd.ErrOrStderr(), "waiting")
				<-cmd.Context().Done()
				return cmd.Context().Err()
			case "wrong":
				return errors.New("that is wrong")
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "one")
			fmt.Fprintln(cmd.OutOrStdout(), "two")
			return nil
		}}}
	})
	for says, args := range map[string][]string{"that is wrong": {"say", "wrong"}, "unknown command": {"serve"}} {
		h := c.ask(map[string]any{"id": 1, "op": "command", "args": args}, nil)
		if h.Class != "value" || !strings.HasPrefix(h.Error, says) {
			t.Errorf("%s: %+v", says, h)
		}
	}
	c.write(map[string]any{"id": 2, "op": "command", "args": []string{"say", "it"}, "events": 1}, nil)
	for _, want := range []string{"one", "two", "one\ntwo\n"} {
		if h := c.hear(); h.Text != want {
			t.Errorf("%+v, and not %q", h, want)
		}
	}
	c.write(map[string]any{"id": 3, "op": "command", "args": []string{"say", "wait"}, "events": 1}, nil)
	if h := c.hear(); h.Text != "waiting" {
		t.Errorf("%+v", h)
	}
	c.write(map[string]any{"op": "cancel", "target": 3}, nil)
	if h := c.hear(); h.Class != "canceled" {
		t.Errorf("%+v", h)
	}
}
