package model_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// two templates with tables of 8 slots, of which the first has two weights and the second one.
var (
	parser = fields{
		{"format", `"proxlab parser model"`}, {"version", "1"}, {"templates", `["h.p m.p","dir"]`}, {"single_root", "true"},
		{"projective", "false"}, {"norms", "[1.5,2]"}, {"ranked", `["dir","h.p m.p","m.w"]`}, {"ranked_norms", "[3,2,1]"},
		{"training", `"l2"`}, {"held_out", "[9,8,2,1,2,2,2]"}, {"epoch", "3"}, {"rounds", "30"}, {"objective", "null"},
		{"gap", "1e-3"}, {"nanoseconds", "17"}, {"status", `"converged"`}, {"made", `{"go":"go1.26"}`},
		{"arrays", parserArrays(1, 2, 1, 1)},
	}
	parserTables = "\n" + packed([]uint8{0b1000_0001}, []float32{1.5, -2}, []uint8{0b10}, []float32{0.25})
)

// parserArrays are the slots and weights of two tables, so many of each.
func parserArrays(slots, weights, slots2, weights2 int) string {
	return "[" + array("slots of h.p m.p", "uint8", slots) + "," + array("weights of h.p m.p", "float32", weights) + "," +
		array("slots of dir", "uint8", slots2) + "," + array("weights of dir", "float32", weights2) + "]"
}

// sentences are of one to five words, in several alphabets.
var sentences = []templates.Sentence{
	{Forms: []string{"слово"}, Lemmas: []string{"語"}, Tags: []string{"X"}},
	{
		Forms: strings.Fields("the dog of a man"), Lemmas: strings.Fields("the dog of a man"),
		Tags: strings.Fields("D N P D N"),
	},
}

func useParser(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadParser(strings.NewReader(text))
	if err != nil {
		return err
	}
	guess, err := m.Parse(t.Context(), sentences)
	if err != nil {
		t.Fatalf("a model that was loaded does not parse: %v", err)
	}
	for i, heads := range guess {
		if err := structured.CheckTree(heads, m.SingleRoot); err != nil || len(heads) != len(sentences[i].Forms) {
			t.Fatalf("%v: %v", heads, err)
		}
	}
	return m.Save(&bytes.Buffer{})
}

func TestHostileParserModels(t *testing.T) {
	t.Parallel()
	use := wellSealed(useParser)
	if err := use(t, parser.String()+parserTables); err != nil {
		t.Fatal(err)
	}
	mutate(t, parser, parserTables, "norms,ranked,ranked_norms,objective,gap", "made", use)
	for name, values := range map[string][]string{
		"version":   {"0", "2"},
		"templates": {"[]", `["h.p m.p"]`, `["h.p m.p","dist"]`, `["dir","dir"]`, `["h.p m.p",null]`, `["h.p m.p","h.x"]`},
		"norms":     {"[1]", "[1,-1]", "[1,null]", "[1,1e999]"},
		"ranked":    {"null", `["dir"]`, `["h.x","dir","m.w"]`}, "ranked_norms": {"[1,2]", "[1,2,-3]"},
		"held_out": {"[]", "[1]", "[9,8,2,1,2,2,-1]", "[9,8,2,1,2,2,1.5]"}, "epoch": {"-1"}, "rounds": {"-1"},
		"nanoseconds": {"-1"}, "status": {`"done"`}, "arrays": {"[]", parserArrays(1, 1, 1, 1), parserArrays(0, 2, 1, 1)},
	} {
		for _, v := range values {
			refuse(t, name+" "+v, parser.with(name, v).String()+parserTables, "", use)
		}
	}
	nan := packed([]uint8{0b1000_0001}, []float32{1.5, float32(math.NaN())}, []uint8{0b10}, []float32{0.25})
	wide := packed(make([]uint8, 1<<21+1), []float32{}, []uint8{0b10}, []float32{0.25})
	for what, c := range map[string]struct{ text, says string }{
		"nothing":          {"", "no parser model"},
		"another model":    {chain.String() + behind, `its format is "proxlab chain model"`},
		"newer":            {parser.with("version", "7").String(), "a newer program wrote it"},
		"a line":           {parser.String() + "\n", `slots of h.p m.p: the file ends`},
		"cut off":          {parser.String() + parserTables[:len(parserTables)-1], `weights of dir: the file ends`},
		"a byte too many":  {parser.String() + parserTables + "x", "bytes follow"},
		"a flipped slot":   {parser.String() + strings.Replace(parserTables, "\x81", "\x80", 1), "and slots for 1"},
		"another template": {parser.with("templates", `["h.p m.p","dist"]`).String() + parserTables, `"slots of dist"`},
		"an unknown field": {parser.with("templates", `["h.p m.q","dir"]`).String() + parserTables, `"m.q" is no field`},
		"NaN":              {parser.String() + "\n" + nan, "weight NaN"},
		"too many slots":   {parser.with("arrays", parserArrays(1<<21+1, 0, 1, 1)).String() + "\n" + wide, "are the most"},
	} {
		refuse(t, what, c.text, c.says, use)
	}
	refuse(t, "a flipped bit", strings.Replace(model.Sealed(parser.String()+parserTables), "\xc0", "\xc1", 1),
		"weights of h.p m.p: its numbers are not those that were written", useParser)
}

func TestParserByHand(t *testing.T) {
	t.Parallel()
	list, err := templates.ParseList("h.p m.p\ndir", "list")
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		change func(*model.Parser)
		says   string
	}{
		"nothing else":     {func(*model.Parser) {}, ""},
		"no norms":         {func(m *model.Parser) { m.Norms, m.Ranking, m.Made = nil, nil, nil }, ""},
		"no templates":     {func(m *model.Parser) { m.Templates = nil }, "no templates"},
		"a table too few":  {func(m *model.Parser) { m.Weights = m.Weights[:1] }, "2 templates and weights for 1"},
		"tables of 7":      {func(m *model.Parser) { m.Weights[0] = params.NewSlots(7) }, "7 slots, which is none of"},
		"tables that vary": {func(m *model.Parser) { m.Weights[1] = params.NewSlots(16) }, "template 2 has 16 slots"},
		"infinite":         {func(m *model.Parser) { m.Weights[1].Set(3, float32(math.Inf(-1))) }, "slot 3 of template 2"},
		"norms":            {func(m *model.Parser) { m.Norms = m.Norms[:1] }, "norms of 1"},
		"a norm":           {func(m *model.Parser) { m.Norms[0] = math.NaN() }, "its norms is NaN"},
		"a ranked norm":    {func(m *model.Parser) { m.Ranking[0].Norm = -1 }, "first stage is -1"},
		"status":           {func(m *model.Parser) { m.Status = "done" }, `its status "done"`},
		"rounds":           {func(m *model.Parser) { m.Progress.Evals = -1 }, "its rounds is -1"},
	} {
		weights := []*params.Slots{params.NewSlots(8), params.NewSlots(8)}
		weights[0].Set(1, 1)
		weights[0].Set(7, -2)
		m := &model.Parser{
			Templates: list, Weights: weights, SingleRoot: true,
			Norms: []float64{2, 0}, Ranking: []model.RankedTemplate{{Template: list[1], Norm: 3}}, Training: "mkl",
			Progress: solver.Unknown(), Status: solver.Canceled, Made: map[string]string{"data": "a"},
		}
		m.Progress.Iter, m.Progress.Evals, m.HeldOut.Total, m.HeldOut.Roots = 3, 12, 4, 1
		c.change(m)
		saved(t, what, m, m.Save, model.LoadParser, c.says)
	}
}

// TestHostileRelations: those of a parser are refused as those of a tagger, and go with their version.
func TestHostileRelations(t *testing.T) {
	t.Parallel()
	use := wellSealed(useParser)
	lists := func(arrays string) string { return strings.Trim(arrays, "[]") }
	relations := tagger[2 : len(tagger)-1]
	labelled := append(parser.with("version", "2", "arrays",
		"["+lists(parserArrays(1, 2, 1, 1))+","+lists(taggerArrays(2, 3, 3, 3, 4, 1))+"]"),
		[2]string{"relations", relations.String()}, [2]string{"labelled", "[8,7,10,9,8,6,5,4]"})
	behind := parserTables + taggerBody
	if err := use(t, labelled.String()+behind); err != nil {
		t.Fatal(err)
	}
	mutate(t, labelled, behind, "norms,ranked,ranked_norms,objective,gap", "made", use)
	for _, p := range relations {
		refuse(t, p[0]+" missing", labelled.with("relations", relations.without(p[0]).String()).String()+behind,
			"its relations: the field "+p[0]+" is missing", use)
	}
	for says, f := range map[string]fields{
		"is of version 1":            labelled.with("version", "1"),
		"its labelled has 7":         labelled.with("labelled", "[8,7,10,9,8,6,5]"),
		"the number -4":              labelled.with("labelled", "[8,7,10,9,8,6,5,-4]"),
		"column 22 is looked at":     labelled.with("relations", relations.with("form", "22").String()),
		`the relation ":V" lacks`:    labelled.with("relations", relations.with("labels", `["N",":V"]`).String()),
		`"no" is none of the fields`: labelled.with("relations", relations.with("templates", `["no[0]"]`).String()),
	} {
		refuse(t, says, f.String()+behind, says, use)
	}
	refuse(t, "cut off", labelled.String()+behind[:len(behind)-1], "words: the file ends", use)
	refuse(t, "a byte more", labelled.String()+behind+"x", "bytes follow", use)
}
