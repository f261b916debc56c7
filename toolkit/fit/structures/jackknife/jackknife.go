// Package jackknife gives words the tags that a tagger finds, as who learns from tags should see them: those of each
// sentence by a tagger that has not learnt from it.
package jackknife

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Folds are how many there are where nobody says.
const Folds = 5

// Tags returns the sentences with other tags, and the tagger that was learnt from all of them. Fold f is every folds-th
// sentence from f on; its tags are those of a tagger that has learnt from the other folds. What else tags tell of, the
// sentences' morphological features, is left out: nobody has predicted it.
//
// The tagger sees the words' forms, in column 0, and no other one. Its Form and HeldOut are not looked at.
func Tags(
	ctx context.Context, c structures.Tagger, sentences []templates.Sentence, folds int,
) ([]templates.Sentence, *model.Tagger, error) {
	if folds < 2 || folds > len(sentences) {
		return nil, nil, fmt.Errorf("%d folds of %d sentences: from 2 to as many as there are", folds, len(sentences))
	}
	if err := templates.CheckAll(sentences); err != nil {
		return nil, nil, err
	}
	c.Form, c.HeldOut = 0, nil
	out := make([]templates.Sentence, len(sentences))
	for f := range folds {
		var others, own []templates.Sentence
		for i, s := range sentences {
			if i%folds == f {
				own = append(own, s)
			} else {
				others = append(others, s)
			}
		}
		m, err := c.Fit(ctx, tagged(others))
		if err == nil {
			own, err = Tag(ctx, m, own)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("fold %d of %d: %w", f+1, folds, err)
		}
		for k, s := range own {
			out[f+k*folds] = s
		}
	}
	m, err := c.Fit(ctx, tagged(sentences))
	return out, m, err
}

// Tag returns the sentences with the tags that a tagger finds, which sees their forms in the column that it wants, and
// without features. All else is as it was.
func Tag(ctx context.Context, m *model.Tagger, sentences []templates.Sentence) ([]templates.Sentence, error) {
	tags, err := m.Predict(ctx, words(sentences, m.Form))
	if err != nil {
		return nil, err
	}
	out := make([]templates.Sentence, len(sentences))
	for i, s := range sentences {
		out[i] = s
		out[i].Tags, out[i].Features = tags[i], nil
	}
	return out, nil
}

// words are the forms in the last of so many columns and one.
func words(sentences []templates.Sentence, before int) [][][]string {
	out := make([][][]string, len(sentences))
	for i, s := range sentences {
		out[i] = make([][]string, len(s.Forms))
		for k, form := range s.Forms {
			out[i][k] = append(make([]string, before, before+1), form)
		}
	}
	return out
}

// tagged are the sentences as a tagger learns from them.
func tagged(sentences []templates.Sentence) structures.Tagged {
	data := structures.Tagged{Words: words(sentences, 0)}
	for _, s := range sentences {
		data.Labels = append(data.Labels, s.Tags)
	}
	return data
}
