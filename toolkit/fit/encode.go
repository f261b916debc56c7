package fit

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"io"
	"strings"
)

// save writes a model behind a first line that names its kind and the version of its format.
func save(w io.Writer, header string, model any) error {
	b := bufio.NewWriter(w)
	_, _ = b.WriteString(header) // errors stay until Flush
	if err := gob.NewEncoder(b).Encode(model); err != nil {
		return fmt.Errorf("saving a %s: %w", kind(header), err)
	}
	return b.Flush()
}

// load reads what save wrote, and checks it.
func load(r io.Reader, header string, model any, check func() error) error {
	b := bufio.NewReader(r)
	first := make([]byte, len(header))
	if _, err := io.ReadFull(b, first); err != nil || string(first) != header {
		return fmt.Errorf("this is not a saved %s: it does not begin with %q", kind(header), strings.TrimSpace(header))
	}
	if err := gob.NewDecoder(b).Decode(model); err != nil {
		return fmt.Errorf("the %s is damaged, or has a part that encoding/gob does not know: %w", kind(header), err)
	}
	if err := check(); err != nil {
		return fmt.Errorf("the %s is damaged: %w", kind(header), err)
	}
	return nil
}

// kind is "chain model" of "proxlab chain model 1".
func kind(header string) string {
	words := strings.Fields(header)
	return strings.Join(words[1:len(words)-1], " ")
}
