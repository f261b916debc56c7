package structures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/pilot"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/templates"
	"github.com/spf13/cobra"
)

// parseTrainFlags are the flags of the command as they are given.
type parseTrainFlags struct {
	out, dev, templates, penalty, method, format, figure, tags, warm string
	jackknifeFlags

	c, rankC, eta0                             float64
	epochs, rankEpochs, keep, bits             int
	singleRoot, projective, average, inBetween bool
	skipLong, labels, features                 bool
	seed                                       uint64
}

func newParseTrain() *cobra.Command {
	var f parseTrainFlags
	cmd := &cobra.Command{
		Use:   "train [FILE] -o MODEL",
		Short: "Learn a parser from sentences with trees",
		Long: "Learn a parser from sentences with trees, and which templates of features to do it with, by online steps " +
			"for the hinge loss of trees. In a first stage --penalty ranks all templates by the norm of " +
			"their weights; a second one learns anew with the --select best, by --method. --select 0 is one stage with all " +
			"templates: the paper's learning with --method proximal.\n" +
			"After every epoch what is held out is parsed, and the best epoch is kept: the dev part of a registered " +
			"treebank, the file of --dev, or every tenth sentence, which is not learnt from then. Two epochs that are no " +
			"better end the training. After Ctrl-C the best so far is written. Then relations are learnt, where words have " +
			"them: see --labels.\n" +
			"Templates are read from a file with one a line, as \"h.w m.p m.p+1 dir\": h.w, h.l, h.p are form, lemma and tag " +
			"of the head, m.w, m.l, m.p of the modifier, +1 or -1 of the word beside it; dir and dist the direction and the " +
			"length of the arc, b.p the tags between them. Without one there are 507.",
		Example: "  proxlab parse train -o grammar.parser\n" +
			"  proxlab parse train train.conllu --dev dev.conllu -o my.parser\n" +
			"  proxlab parse train @ud-english-ewt --select 0 --method proximal --penalty mkl -o ewt.parser",
		Args: ui.Checked(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return runParseTrain(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.out, "out", "o", "", "the file of the model")
	flags.StringVar(&f.dev, "dev", "", "sentences with trees to judge epochs by")
	conllFlag(cmd, &f.format)
	skipLongFlag(cmd, &f.skipLong, "are left out")
	flags.StringVar(&f.tags, "tags", automatic, "of words: xpos, upos, both as one, or auto: both, or upos where words "+
		"have\nfeatures, and part of the sentences leads to better trees of what is held out by\nit; predict has them from "+
		"the model")
	f.add(flags)
	flags.StringVar(&f.templates, "templates", "", "a file of templates, one a line (default: 507)")
	flags.IntVar(&f.keep, "select", 107, "learn with so many templates, the best of a first stage; 0 for all")
	flags.StringVar(&f.penalty, "penalty", string(structures.MKL),
		"of the first stage: mkl, (λ/2)(Σ‖θ_k‖)²; l2, (λ/2)Σ‖θ_k‖²; l21, λΣ‖θ_k‖, over templates k")
	flags.StringVar(&f.method, "method", string(structures.PassiveAggressive),
		"of the last stage: passive-aggressive steps, or proximal ones with a ridge, or --penalty with --select 0")
	flags.BoolVar(&f.average, "average", true,
		"the mean over all rounds is the model (default: with passive-aggressive steps)")
	flags.BoolVar(&f.inBetween, "in-between", true,
		"four templates of the words between head and modifier besides (default: without --templates)")
	flags.BoolVar(&f.features, "feats", true,
		"templates of morphological features besides, where words have them")
	flags.Float64Var(&f.c, "C", 0, "the most that a passive-aggressive step may be (default: 1); with proximal ones\n"+
		"1/(λm) for m sentences (default: 10; 1000 for mkl with --select 0)")
	flags.Float64Var(&f.rankC, "rank-C", 0, "that of a first of two stages (default: 100)")
	flags.Float64Var(&f.eta0, "eta0", 0, "η0 of the learning rate η0/√t after t sentences (default: 20)")
	flags.IntVar(&f.epochs, "epochs", 0, "at most so many in the last stage (default: 8)")
	flags.IntVar(&f.rankEpochs, "rank-epochs", 0, "so many in a first of two stages (default: 1)")
	flags.IntVar(&f.bits, "bits", 0, "2^bits weights a template, in which features are hashed (default: 17)")
	flags.BoolVar(&f.singleRoot, "single-root", false,
		"trees have one word at the root (default: where all that are learnt from do)")
	flags.BoolVar(&f.projective, "projective", false, "trees have no crossing arcs")
	flags.BoolVar(&f.labels, "labels", true, "learn the relations of words to their heads as well, where the file has "+
		"them:\nthose of the dependents of each head as a chain")
	flags.Uint64Var(&f.seed, "seed", 0, "of the order of sentences")
	learning.WarmFlag(cmd, &f.warm)
	flags.StringVar(&f.figure, "figure", "", "draw the norms of the templates' weights: "+ui.FigureFormats)
	offersTreebanks(cmd, "dev")
	ui.Offers(cmd, "tags", tagWords)
	ui.Offers(cmd, "method", func() []string { return strings.Split(ui.Joined(structures.ParserMethods()), ", ") })
	ui.Offers(cmd, "penalty", func() []string { return strings.Split(ui.Joined(structures.ParserPenalties()), ", ") })
	return cmd
}

// check tests the flags, and that what is to be written can be.
func (f parseTrainFlags) check(name string) error {
	switch {
	case !slices.Contains(structures.ParserPenalties(), structures.ParserPenalty(f.penalty)):
		return ui.Usage(ui.WordError("penalty", f.penalty, strings.Split(ui.Joined(structures.ParserPenalties()), ", ")))
	case !slices.Contains(structures.ParserMethods(), structures.ParserMethod(f.method)):
		return ui.Usage(ui.WordError("method", f.method, strings.Split(ui.Joined(structures.ParserMethods()), ", ")))
	case !slices.Contains(tagWords(), f.tags):
		return ui.Usage(ui.WordError("tags", f.tags, tagWords()))
	case f.warm != "" && (f.templates != "" || f.bits != 0):
		return ui.Usage(errors.New("--warm goes on with the model's templates and tables: leave --templates and --bits out"))
	case f.keep < 0:
		return ui.Usage(fmt.Errorf("--select %d: a number of templates, or 0 for all", f.keep))
	}
	if err := learning.OneStandardInput(name, f.dev, f.templates); err != nil {
		return err
	}
	reads := treebankFiles(name, f.dev, f.templates, f.warm)
	if err := f.checkTagger(f.out, reads); err != nil {
		return err
	}
	if err := ui.CheckFigure(f.figure, reads...); err != nil {
		return err
	}
	return learning.CheckTrained(f.out, reads)
}

func runParseTrain(cmd *cobra.Command, f parseTrainFlags, args []string) error {
	name := orGrammar(cmd, args, 0, trainPart)
	if err := f.check(name); err != nil {
		return err
	}
	c, bank, held, err := f.settings(cmd, name)
	if err != nil {
		return err
	}
	sparing, restore := saveMemory(c)
	defer restore()
	if f.tags == automatic && c.Start == nil && f.features {
		if bank.Tags, err = pilot.Tags(cmd.Context(), cmd.ErrOrStderr(), c, bank, held); err != nil {
			return err
		}
	}
	sentences, err := bank.Gold()
	if err == nil && held != nil {
		held.Tags = bank.Tags
		c.HeldOut, err = held.Gold()
	}
	if err != nil {
		return err
	}
	about, rule, tags, source := counted(name, bank), bank.Punctuation(), string(bank.Tags), bank.Source
	bank, held = nil, nil // of which the sentences have what is needed
	sparing()
	c.Watch = func(e structures.ParserEpoch) {
		sayEpoch(cmd.ErrOrStderr(), e)
		sparing()
	}
	t := learning.Training[*model.Parser]{
		Name: name, Reads: treebankFiles(name, f.dev, f.templates, f.warm), Out: f.out, About: about, Source: source,
		Made: map[string]string{"punctuation": string(rule), tagsMade: tags},
		Fit: func(ctx context.Context) (*model.Parser, error) {
			tagged, err := f.predictTags(ctx, cmd.ErrOrStderr(), tags, &c, sentences)
			if err != nil {
				return nil, err
			}
			return c.Fit(ctx, tagged)
		},
		Sign: func(m *model.Parser, made map[string]string) solver.Status {
			if m.Made = made; f.jackknife > 0 {
				made[jackknifeMade] = strconv.Itoa(f.jackknife)
			}
			return m.Status
		},
		Print: func(w io.Writer, m *model.Parser) { printParser(w, m, rule) },
	}
	if f.figure != "" {
		t.Draw = func(ctx context.Context, m *model.Parser) error { return drawNorms(ctx, f.figure, m) }
	}
	return learning.Train(cmd, t)
}

// settings reads what the flags name.
func (f parseTrainFlags) settings(
	cmd *cobra.Command, name string,
) (c structures.Parser, bank, held *sentences.Treebank, err error) {
	c = structures.Parser{
		Bits: f.bits, Penalty: structures.ParserPenalty(f.penalty), Method: structures.ParserMethod(f.method),
		Average: f.average, C: f.c, RankC: f.rankC, Eta0: f.eta0, Epochs: f.epochs,
		RankEpochs: f.rankEpochs, Select: f.keep, Projective: f.projective, Seed: f.seed,
	}
	if c.Start, err = learning.Warm(cmd.Context(), f.warm, models.LoadParser); err != nil {
		return c, nil, nil, err
	}
	if c.Start != nil && f.tags == automatic {
		f.tags = c.Start.Made[tagsMade]
	}
	if c.Start != nil && c.Start.Made[tagsMade] != f.tags {
		return c, nil, nil, ui.Usage(fmt.Errorf("--warm: the model has learnt from --tags %s", c.Start.Made[tagsMade]))
	}
	if f.templates != "" {
		text, err := readText(cmd, f.templates)
		if err != nil {
			return c, nil, nil, err
		}
		if c.Templates, err = templates.ParseList(text, ui.DataName(f.templates)); err != nil {
			return c, nil, nil, err
		}
	}
	given := cmd.Flags().Changed
	if !given("average") {
		c.Average = c.Method == structures.PassiveAggressive
	}
	if bank, err = f.read(cmd, name); err != nil {
		return c, nil, nil, err
	}
	c.Always = f.always(given("in-between"), bank)
	if c.Labels, err = f.relations(cmd, bank); err != nil {
		return c, nil, nil, err
	}
	if dev := devOf(name, f.dev); dev != "" {
		if held, err = f.read(cmd, dev); err != nil {
			return c, nil, nil, err
		}
		if c.Labels != nil {
			noteUnseen(cmd.ErrOrStderr(), held, universalOf(bank))
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "held out: %s\n", counted(dev, held))
	}
	several := bank.SeveralRoots()
	c.SingleRoot = several == ""
	if given("single-root") {
		c.SingleRoot = f.singleRoot
	}
	if c.SingleRoot && several != "" {
		return c, nil, nil, fmt.Errorf("%s: several words hang at the root, and --single-root allows one", several)
	}
	return c, bank, held, nil
}

// always are the templates that no first stage ranks.
func (f parseTrainFlags) always(asked bool, b *sentences.Treebank) (list []templates.Template) {
	if f.inBetween && (f.templates == "" || asked) {
		list = templates.InBetween()
	}
	if f.features && f.jackknife == 0 && b.HasFeatures() {
		list = append(list, templates.Morphology()...)
	}
	return list
}

// read reads sentences with trees, of which none is too long.
func (f parseTrainFlags) read(cmd *cobra.Command, name string) (*sentences.Treebank, error) {
	bank, err := readTreebank(cmd, name, f.format)
	if err == nil {
		err = checkLengths(cmd, bank, f.skipLong)
	}
	if err != nil {
		return nil, err
	}
	if bank.Tags = sentences.Tags(f.tags); f.tags == automatic {
		bank.Tags = sentences.BothTags
	}
	bank.Sentences = slices.DeleteFunc(bank.Sentences, isLong)
	return bank, nil
}

// relations is how relations are learnt; nil where they are not.
func (f parseTrainFlags) relations(cmd *cobra.Command, b *sentences.Treebank) (*structures.Tagger, error) {
	switch {
	case !f.labels:
		return nil, nil
	case !b.HasRelations():
		fmt.Fprintln(cmd.ErrOrStderr(), "note: no word has a relation to its head: none are learnt")
		return nil, nil
	}
	if err := b.CheckRelations(templates.CheckRelation); err != nil {
		return nil, fmt.Errorf("%w: mend it, or learn heads alone by --labels=false", err)
	}
	return &structures.Tagger{Seed: f.seed, Watch: func(s structures.TaggerStep) {
		fmt.Fprintf(cmd.ErrOrStderr(), "relations: pass %d, mean loss %.4g\n", s.Pass, s.MeanLoss)
	}}, nil
}

// universalOf says which universal relations a treebank has.
func universalOf(b *sentences.Treebank) map[string]bool {
	seen := map[string]bool{}
	for _, s := range b.Sentences {
		for _, t := range s.Tokens {
			seen[templates.UniversalRelation(t.Relation)] = true
		}
	}
	return seen
}
