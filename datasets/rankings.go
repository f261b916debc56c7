package datasets

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
)

// rankingSpec is a registered set of documents of queries, training part first; with the sizes of queries in files of
// their own after those, or a qid in every line.
type rankingSpec struct {
	entry   Entry
	queries bool
}

// rankingSpecs are the registered sets of rankings.
var rankingSpecs = []rankingSpec{
	{
		entry: Entry{
			Name:     "letor-mq2008-fold1",
			Title:    "LETOR 4.0, MQ2008, first fold: 12,504 documents of 627 queries, 46 features, relevance 0 to 2",
			Licence:  "terms of LETOR: research",
			Citation: "T. Qin, T.-Y. Liu, Introducing LETOR 4.0 Datasets, arXiv:1306.2597, 2013",
			HowTo:    "Fold1/train.txt and Fold1/test.txt of MQ2008, without what follows #",
			Files: []source.File{
				letorFile("train", "b6d5ad704f3065cde6b76d0cd29e26b63f5ff10b6d7f54e2fb0e878746ba3002"),
				letorFile("test", "fde1cfc5bb865224370a2c5a2630c16175fdbd0c4b7bad48ceec850c6f6c1788"),
			},
		},
	},
	{
		queries: true,
		entry: Entry{
			Name:     "lightgbm-lambdarank",
			Title:    "LightGBM's example of LambdaRank: 3,773 documents of 251 queries, 300 features, relevance 0 to 4",
			Licence:  "MIT",
			Citation: "G. Ke et al., LightGBM: A Highly Efficient Gradient Boosting Decision Tree, NIPS 2017",
			Files: []source.File{
				lambdaRankFile("rank.train", ".gz", "a0c7201c89120879c14a5059e091f441cbf2a29b8aaef363885ccb1a530448df"),
				lambdaRankFile("rank.test", ".gz", "3b1219ce117a0a36d2f76c02de7e7831c1d79af0d40f5195c03178bbe26c824b"),
				lambdaRankFile("rank.train.query", "", "40cb5fef637229311cd30fab13cb7fb633b023e86a87ff04ec55db420143d6af"),
				lambdaRankFile("rank.test.query", "", "36dca82ba3bf99201bac3987b00a8fbf6fe5f563e9fa6d0da90e783710a32df4"),
			},
		},
	},
}

// letorFile is a part of MQ2008.
func letorFile(part, sum string) source.File {
	return source.File{Path: "letor-mq2008-fold1/MQ2008-Fold1-" + part + ".svm.gz", SHA256: sum}
}

// lambdaRankFile is a file of LightGBM's example.
func lambdaRankFile(name, packed, sum string) source.File {
	return source.File{
		Path:   "lightgbm-lambdarank/" + name + packed,
		URL:    "https://raw.githubusercontent.com/microsoft/LightGBM/v4.6.0/examples/lambdarank/" + name,
		SHA256: sum,
	}
}

// load reads both parts, with the query of each document as a column that is kept.
func (s rankingSpec) load(ctx context.Context) (train, test *Frame, err error) {
	if train, err = s.part(ctx, 0, 0); err != nil {
		return nil, nil, err
	}
	_, d := train.X.Dims()
	if test, err = s.part(ctx, 1, d); err != nil {
		return nil, nil, err
	}
	return train, test, nil
}

// part reads the training part, 0, or the test part, 1, of so many features at least.
func (s rankingSpec) part(ctx context.Context, k, columns int) (*Frame, error) {
	out := &Frame{}
	_, err := s.entry.Read(s.entry.Files[k], func(r *source.Reader) error {
		e, err := array.ReadSVMLight(ctx, r, r.Path, columns)
		if err != nil {
			return err
		}
		out.X, out.Y = e.X, e.Y
		if e.QID != nil {
			out.Kept = [][]string{frame.Texts(e.QID, func(id int64) string { return strconv.FormatInt(id, 10) })}
		}
		return nil
	})
	if err == nil && s.queries {
		_, err = s.entry.Read(s.entry.Files[k+2], func(r *source.Reader) (err error) {
			out.Kept, err = queriesBySize(ctx, r, r.Path, len(out.Y))
			return err
		})
	}
	out.Source = Source{Name: s.entry.Name, Kind: Real, SHA256: s.entry.Files[k].SHA256}
	return out, err
}

// queriesBySize reads how many documents each query has, a line each, and numbers the queries from 1.
func queriesBySize(ctx context.Context, r io.Reader, path string, documents int) ([][]string, error) {
	var query []string
	lines := source.NewLines(r, path)
	err := lines.Each(ctx, func(line []byte) error {
		size, err := strconv.Atoi(string(bytes.TrimSpace(line)))
		if err != nil || size < 1 || size > documents-len(query) {
			return lines.Fault(0, "%q: a number of documents is due, of which %d are left", line, documents-len(query))
		}
		query = append(query, slices.Repeat([]string{strconv.Itoa(lines.N)}, size)...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(query) != documents {
		return nil, fmt.Errorf("%s: the queries have %d documents in all, and there are %d", path, len(query), documents)
	}
	return [][]string{query}, nil
}
