package datasets

import (
	"context"
	"io"

	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/datasets/source"
)

// OpenCoNLL reads a treebank from a file, packed or not; format as for sentences.ReadCoNLL.
func OpenCoNLL(ctx context.Context, path string, format sentences.CoNLL) (*sentences.Treebank, error) {
	return openTreebank(ctx, path, format, sentences.ReadCoNLL)
}

// OpenUnparsed is OpenCoNLL for sentences whose trees are to be found: see sentences.ReadUnparsed.
func OpenUnparsed(ctx context.Context, path string, format sentences.CoNLL) (*sentences.Treebank, error) {
	return openTreebank(ctx, path, format, sentences.ReadUnparsed)
}

func openTreebank(
	ctx context.Context, path string, format sentences.CoNLL,
	read func(context.Context, io.Reader, string, sentences.CoNLL) (*sentences.Treebank, error),
) (*sentences.Treebank, error) {
	r, err := source.OpenUntil(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := read(ctx, r, path, format)
	if err != nil {
		return nil, err
	}
	sum, err := r.Sum()
	if err != nil {
		return nil, err
	}
	b.Source = SourceOf(path, sum)
	return b, nil
}

// OpenWordLines reads sentences from a file, packed or not; format as for
// sentences.ReadWordLines.
func OpenWordLines(ctx context.Context, path string, format sentences.CoNLL) (*sentences.WordLines, error) {
	r, err := source.OpenUntil(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	w, err := sentences.ReadWordLines(ctx, r, path, format)
	if err != nil {
		return nil, err
	}
	sum, err := r.Sum()
	if err != nil {
		return nil, err
	}
	w.Source = SourceOf(path, sum)
	return w, nil
}
