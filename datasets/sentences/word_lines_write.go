package sentences

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// Write writes the lines with other labels in column n, counted from 1, and everything else to the byte: behind the
// last column where the lines have one less. A label that holds a separator or the end of a line is an error.
func (w *WordLines) Write(out io.Writer, n int, labels [][]string) error {
	if len(labels) != len(w.Sentences) {
		return fmt.Errorf("labels of %d sentences, and there are %d", len(labels), len(w.Sentences))
	}
	var b bytes.Buffer
	next := 0
	for i, s := range w.Sentences {
		if len(labels[i]) != len(s) {
			return fmt.Errorf("sentence %d has %d words and %d labels", i+1, len(s), len(labels[i]))
		}
		for t, label := range labels[i] {
			at := w.at[w.first[i]+t]
			for ; next < at; next++ {
				b.WriteString(w.lines[next].text + w.lines[next].end)
			}
			if label == "" || strings.ContainsAny(label, "\t\r\n") || !w.tabs && strings.Contains(label, " ") {
				return w.Fault(i, t, fmt.Sprintf("the label %q is empty, or holds a separator of columns", source.Brief(label)))
			}
			line, err := w.replace(w.lines[at].text, n, label)
			if err != nil {
				return w.Fault(i, t, err.Error())
			}
			b.WriteString(line + w.lines[at].end)
			next = at + 1
		}
	}
	for ; next < len(w.lines); next++ {
		b.WriteString(w.lines[next].text + w.lines[next].end)
	}
	_, err := b.WriteTo(out)
	return err
}

// replace writes a label to column n of a line.
func (w *WordLines) replace(line string, n int, label string) (string, error) {
	const separators = " \t"
	if rest, marked := strings.CutPrefix(line, mark); marked {
		line, err := w.replace(rest, n, label)
		return mark + line, err
	}
	at, separator, ends := 0, " ", separators
	if w.tabs {
		separator, ends = "\t", "\t"
	}
	for k := 1; ; k++ {
		if !w.tabs {
			at += len(line[at:]) - len(strings.TrimLeft(line[at:], separators))
		}
		size := strings.IndexAny(line[at:], ends)
		if size < 0 {
			size = len(line) - at
		}
		switch {
		case k == n:
			return line[:at] + label + line[at+size:], nil
		case at+size == len(line) && k == n-1:
			return line + separator + label, nil
		case at+size == len(line):
			return "", fmt.Errorf("%d columns; there is no column %d", k, n)
		}
		if at += size; w.tabs {
			at++
		}
	}
}
