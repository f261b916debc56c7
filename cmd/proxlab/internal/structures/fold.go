package structures

import (
	"fmt"
	"os"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/spf13/cobra"
)

// NewFold is the command fold.
func NewFold() *cobra.Command {
	return learning.Kind{
		Use:   "fold",
		Short: "Learn to fold RNA, fold it, and score structures",
		Long: "Learn which bases of an RNA pair, fold sequences, and score structures. Files are sequences with " +
			"brackets below them, BPSEQ, CT, or FASTA (without structures), packed or not, found out by content; a folder is " +
			"all files in it, - the standard input, and @rna-s151rfam a registered set. @hairpins, and @hairpins:test, are " +
			"synthetic ones, which need no file.\n" +
			"Pairs are AU, CG and GU, and none cross: files with others, and with pseudoknots, are refused where they are " +
			"learnt from or judged, or, by --drop, " +
			"such sequences are left out, or, by --unpair, such pairs alone. The score is F1 of pairs, with sensitivity, the " +
			"share of true pairs that are found, and PPV, the share of found pairs that are true.",
		Example: "  proxlab fold train -o hairpins.fold\n" +
			"  proxlab fold train families.dbn --loss crf --choose -o my.fold\n" +
			"  proxlab fold predict my.fold new.fasta -o folded.dbn --figure fold.html\n" +
			"  proxlab fold score known.dbn folded.dbn",
		Train: newFoldTrain(), Predict: newFoldPredict(), Score: foldScore(),
	}.Command()
}

// The synthetic set, and the registered one.
const (
	hairpinSet  = "@hairpins"
	familiesSet = "@rna-s151rfam"
)

// knotFlags are the flags of what structures may not be.
func knotFlags(cmd *cobra.Command, o *rnafiles.Options) {
	cmd.Flags().BoolVar(&o.Drop, "drop", false, "leave out sequences with pseudoknots, or pairs other than AU, CG and GU")
	cmd.Flags().BoolVar(&o.Unpair, "unpair", false, "leave out such pairs alone, as few as are found")
	cmd.MarkFlagsMutuallyExclusive("drop", "unpair")
}

// orHairpins is the file that is named, or the synthetic set, of which is said that it is.
func orHairpins(cmd *cobra.Command, args []string, at int, name string) string {
	if len(args) > at {
		return args[at]
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "note: no file is named: this is %s, of made-up sequences\n", name)
	return name
}

// foldFiles are what is read, for the check that it is not written over.
func foldFiles(names ...string) (out []ui.Input) {
	for _, n := range names {
		if n != "" && !strings.HasPrefix(n, hairpinSet) {
			out = append(out, ui.Input{Flag: n, Name: n})
		}
	}
	return out
}

// readRNA reads what a name stands for: a file, a folder, the standard input, or a set.
func readRNA(cmd *cobra.Command, name string, o rnafiles.Options) (set *rnafiles.RNAs, err error) {
	ctx := cmd.Context()
	switch {
	case name == hairpinSet || name == hairpinSet+":"+trainPart:
		set, err = generate.Hairpins(ctx, generate.DefaultHairpins)
	case name == hairpinSet+":"+testPart:
		test := generate.DefaultHairpins
		test.Seed++
		set, err = generate.Hairpins(ctx, test)
	case name == familiesSet:
		set, err = datasets.LoadRNA(ctx, datasets.OnlyReal)
	case strings.HasPrefix(name, "@"):
		return nil, ui.Usage(fmt.Errorf("%s: there are %s, %s:test and %s", plain.Text(name), hairpinSet, hairpinSet,
			familiesSet))

	case name == ui.StandardInput:
		set, err = rnafiles.Read(ctx, source.Stream(ctx, cmd.InOrStdin()), ui.DataName(name), o)
	default:
		if info, bad := os.Stat(name); bad == nil && info.IsDir() {
			set, err = rnafiles.OpenFolder(ctx, name, o)
		} else {
			set, err = rnafiles.Open(ctx, name, o)
		}
	}
	if err != nil {
		return nil, err
	}
	for _, text := range set.Notices {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s\n", plain.Text(text))
	}
	if len(set.Examples) == 0 {
		return nil, fmt.Errorf("%s: no sequence is left", plain.Text(ui.DataName(name)))
	}
	return set, nil
}

// sizeOfRNA says how large a set is.
func sizeOfRNA(name string, set *rnafiles.RNAs) string {
	bases, pairs := 0, 0
	for _, e := range set.Examples {
		bases += len(e.X)
		pairs += countPairs(e.Y)
	}
	return fmt.Sprintf("%s: %d sequences, %d bases, %d pairs", plain.Text(ui.DataName(name)), len(set.Examples), bases,
		pairs)
}

func countPairs(y rna.Structure) (pairs int) {
	for i, j := range y {
		if j > i {
			pairs++
		}
	}
	return pairs
}

// lettersOf are those of a sequence as its file has them.
func lettersOf(set *rnafiles.RNAs, i int) string {
	if set.Letters == nil {
		return set.Examples[i].X.String()
	}
	return set.Letters[i]
}

// allStructured tells whether all sequences have structures.
func allStructured(set *rnafiles.RNAs) bool {
	for _, e := range set.Examples {
		if e.Y == nil {
			return false
		}
	}
	return true
}

// decoderWords are the words of --decoder.
func decoderWords() (out []string) {
	for _, d := range model.Decoders() {
		out = append(out, string(d))
	}
	return out
}

// foldWords complete a set after @, and else the name of a file.
func foldWords(word string) (out []string, directive cobra.ShellCompDirective) {
	if !strings.HasPrefix(word, "@") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, name := range []string{hairpinSet, hairpinSet + ":" + testPart, familiesSet} {
		if strings.HasPrefix(name, word) {
			out = append(out, name)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// offersRNA completes arguments that are files or sets.
func offersRNA(cmd *cobra.Command) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return foldWords(word)
	}
}
