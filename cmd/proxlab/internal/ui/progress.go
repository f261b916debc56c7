package ui

import (
	"io"

	"github.com/schollz/progressbar/v3"

	"github.com/proxlab/proxlab/internal/plain"
)

// Bar is a progress bar on a terminal, and nothing elsewhere.
type Bar struct {
	w     io.Writer
	title string
	bar   *progressbar.ProgressBar
}

// NewBar is a bar of progress, which a terminal alone shows.
func NewBar(w io.Writer, title string) *Bar {
	return &Bar{w: Terminal(w), title: plain.Text(title)}
}

// Update shows that done of total cells are finished and names the next.
func (b *Bar) Update(done, total int, next string) {
	if b.w == nil {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(b.w), progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
	}
	b.bar.Describe(b.title + ": " + plain.Text(next))
	_ = b.bar.Set(done)
}

// Download returns a reporter of bytes.
func (b *Bar) Download(done, total int64) {
	if b.w == nil {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(b.w), progressbar.OptionShowBytes(true),
			progressbar.OptionSetDescription(b.title), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
	}
	_ = b.bar.Set64(done)
}

// Close leaves the line to others.
func (b *Bar) Close() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
