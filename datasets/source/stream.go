package source

import (
	"context"
	"io"
)

// pump reads a stream that may keep one waiting, as a terminal or a pipe does, until its context ends.
type pump struct {
	ctx    context.Context
	blocks chan block
	last   block // what is left of it
}

// block is what one call of Read returned.
type block struct {
	content []byte
	err     error
}

// Stream reads a stream until the context ends, even where it keeps one waiting.
func Stream(ctx context.Context, in io.Reader) io.Reader {
	p := &pump{ctx: ctx, blocks: make(chan block)}
	go p.run(in)
	return p
}

// run reads ahead, one block.
func (p *pump) run(in io.Reader) {
	for {
		content := make([]byte, 1<<16)
		n, err := in.Read(content)
		select {
		case p.blocks <- block{content[:n], err}:
		case <-p.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// Read reads.
func (p *pump) Read(dst []byte) (int, error) {
	for len(p.last.content) == 0 && p.last.err == nil {
		select {
		case p.last = <-p.blocks:
		case <-p.ctx.Done():
			return 0, context.Cause(p.ctx)
		}
	}
	n := copy(dst, p.last.content)
	p.last.content = p.last.content[n:]
	if len(p.last.content) > 0 {
		return n, nil
	}
	return n, p.last.err
}
