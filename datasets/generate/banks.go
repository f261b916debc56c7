package generate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/datasets/source"
)

// banksOf draws the three parts of a treebank: so many sentences to learn from, and a fifth as many for each of the
// others.
func banksOf(
	ctx context.Context, name string, count int, draw func() sentences.Sentence,
) (*sentences.Treebanks, error) {
	out := &sentences.Treebanks{}
	sums := sha256.New()
	for k, part := range []**sentences.Treebank{&out.Train, &out.Dev, &out.Test} {
		b := &sentences.Treebank{Format: sentences.CoNLLU}
		for range map[bool]int{true: count, false: count / 5}[k == 0] {
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			b.Sentences = append(b.Sentences, draw())
		}
		sum := sha256.New()
		if err := sentences.WriteCoNLL(sum, b); err != nil {
			return nil, err
		}
		of := name + "-" + []string{"train", "dev", "test"}[k]
		b.Source = source.Source{Name: of, Kind: source.Synthetic, SHA256: hex.EncodeToString(sum.Sum(nil))}
		fmt.Fprintln(sums, b.Source.SHA256)
		*part = b
	}
	out.Source = source.Generated(name, hex.EncodeToString(sums.Sum(nil)))
	return out, nil
}
