package main

import (
	"io"

	"github.com/schollz/progressbar/v3"

	"github.com/proxlab/proxlab/internal/plain"
)

// bar is a progress bar on a terminal, and nothing elsewhere.
type bar struct {
	w     io.Writer
	title string
	bar   *progressbar.ProgressBar
}

func newBar(w io.Writer, title string) *bar {
	return &bar{w: terminal(w), title: plain.Text(title)}
}

// update shows that done of total cells are finished and names the next.
func (b *bar) update(done, total int, next string) {
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

// download returns a reporter of bytes.
func (b *bar) download(done, total int64) {
	if b.w == nil {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(b.w), progressbar.OptionShowBytes(true),
			progressbar.OptionSetDescription(b.title), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
	}
	_ = b.bar.Set64(done)
}

func (b *bar) close() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
