package datasets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/datasets/source"
)

var ewtEntry = treebankEntry(
	Entry{
		Name:    "ud-english-ewt",
		Title:   "English Web Treebank, Universal Dependencies 2.16: 16,622 sentences of 254,818 words",
		Licence: "CC BY-SA 4.0",
		Citation: "N. Silveira, T. Dozat, M.-C. de Marneffe, S. Bowman, M. Connor, J. Bauer, C. Manning, A Gold Standard " +
			"Dependency Corpus for English, LREC 2014",
	}, "UD_English-EWT", "en_ewt-ud-",
	"3fb78e2b55482c8ee00caa653af436c88c9e5bc9a73ce26e4ae3ddc79d2b7e7b",
	"531a54ff90d6ab12201c5a50c3e78e6ddac4de69abc4bce5d275d3cd29efe2b6",
	"e266e515a0a7547657ed3d90d9ba46487d6bd251f27ad4269d4e8a427c8555cd",
)

var partutEntry = treebankEntry(
	Entry{
		Name: "ud-english-partut",
		Title: "Parallel Turin University Treebank, English part, Universal Dependencies 2.16: 2,090 sentences of 49,634 " +
			"words",
		Licence: "CC BY-NC-SA 4.0",
		Citation: "M. Sanguinetti, C. Bosco, PartTUT: The Turin University Parallel Treebank, in: Harmonization and " +
			"Development of Resources and Tools for Italian Natural Language Processing within the PARLI Project, 2014",
	}, "UD_English-ParTUT", "en_partut-ud-",
	"d7f3fa31fd8a6536e5c1ddcf37911621e77b6d37e20e73dbad1f8fc65e56ef84",
	"f52fe2eeedcbb916516a7cabaeda89a618e3832ade19750e30b4f514865cdb86",
	"fdc9c5a5fd95f9b426b98cbe43fecad011cd4c33f9bf211d4673d060ee9d0e96",
)

// treebankEntry adds the files of a treebank's three parts, train, dev and test, by their checksums.
func treebankEntry(e Entry, repository, file string, sums ...string) Entry {
	for k, part := range []string{"train", "dev", "test"} {
		name := file + part + ".conllu"
		e.Files = append(e.Files, source.File{
			Path:   e.Name + "/" + name + ".gz",
			URL:    "https://raw.githubusercontent.com/UniversalDependencies/" + repository + "/r2.16/" + name,
			SHA256: sums[k],
		})
	}
	return e
}

// LoadTreebanks loads ud-english-ewt or ud-english-partut, or synthetic English, as the policy says. The checksum
// of the source is that of the files' checksums, one after another.
func LoadTreebanks(ctx context.Context, policy Policy, name string) (*sentences.Treebanks, error) {
	all := []Entry{ewtEntry, partutEntry}
	k := slices.IndexFunc(all, func(e Entry) bool { return e.Name == name })
	if k < 0 {
		return nil, fmt.Errorf("no treebank %q is registered; there are: %s, %s", name, all[0].Name, all[1].Name)
	}
	e := all[k]
	if policy == OnlySynthetic {
		return generate.English(ctx, generate.DefaultEnglish)
	}
	out := &sentences.Treebanks{Source: Source{Name: name, Kind: Real}}
	sums := sha256.New()
	for k, part := range []**sentences.Treebank{&out.Train, &out.Dev, &out.Test} {
		sum, err := e.Read(e.Files[k], func(r *source.Reader) (err error) {
			*part, err = sentences.ReadCoNLL(ctx, r, r.Path, sentences.CoNLLU)
			return err
		})
		switch {
		case policy.Instead(err):
			return generate.English(ctx, generate.DefaultEnglish)
		case err != nil:
			return nil, err
		}
		(*part).Source = Source{Name: (*part).Source.Name, Kind: Real, SHA256: sum}
		fmt.Fprintln(sums, (*part).Source.SHA256)
	}
	out.Source.SHA256 = hex.EncodeToString(sums.Sum(nil))
	return out, nil
}
