package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// moods are songs whose moods go by two features, and by each other: what is loud is happy or angry, and quick, which
// no feature says, goes with angry.
func moods(count int, seed uint64) (one, several string) {
	rng := rand.New(rand.NewPCG(seed, 5))
	one, several = "loud,major,moods\n", "loud,major,angry,happy,quick\n"
	for range count {
		loud, major := rng.NormFloat64(), rng.NormFloat64()
		var words []string
		is := [3]int{}
		if loud > 0.3 && major < 0 {
			words, is[0], is[2] = append(words, "angry", "quick"), 1, 1
		}
		if loud > 0.3 && major > 0 {
			words, is[1] = append(words, "happy"), 1
		}
		one += fmt.Sprintf("%g,%g,%s\n", loud, major, strings.Join(words, "; "))
		several += fmt.Sprintf("%g,%g,%d,%d,%d\n", loud, major, is[0], is[1], is[2])
	}
	return one, several
}

// TestLabelCommands: from one column of labels or three of 0 and 1, by every graph, to the same kinds of scores; a
// certificate is printed, and what is written is scored by the third command as by the second.
func TestLabelCommands(t *testing.T) {
	t.Parallel()
	one, several := moods(80, 1)
	newOne, newSeveral := moods(60, 2)
	in := folder(t, map[string]string{
		"one": one, "several": several, "newOne": newOne, "newSeveral": newSeveral, "pairs": "from,to\nquick,angry\n",
	})
	for name, c := range map[string]struct{ train, predict, says string }{
		"tree": {"@@one --labels moods --pairs tree", "@@newOne --labels moods", "3 labels, 2 features, 2 pairs"},
		"file": {"@@one --labels moods --pairs @@pairs", "@@newOne --labels moods", "angry – quick"},
		"columns": {
			"@@several --labels angry,happy,quick --loss logistic", "@@newSeveral --labels angry,happy,quick",
			"3 pairs; C = 10, loss logistic",
		},
		"none": {"@@several --labels angry,happy,quick --pairs none", "@@newSeveral", "0 pairs"},
	} {
		run := func(words string) string {
			stdout, stderr, code := call(t.Context(), in(words)...)
			if code != 0 {
				t.Fatalf("%s: %s: exit code %d: %s", name, words, code, stderr)
			}
			return stdout
		}
		model, out := "@@model"+name, "@@out"+name
		trained := run("labels train " + c.train + " --C 10 -o " + model)
		if !strings.Contains(trained, c.says) || !strings.Contains(trained, "above the minimum") {
			t.Errorf("%s: %s", name, trained)
		}
		said := run("labels predict " + model + " " + c.predict + " -o " + out)
		var s struct {
			Micro float64 `json:"micro_f1"`
		}
		truth := c.predict
		if name == "none" {
			truth = "@@newOne --labels moods"
		}
		first, rest, _ := strings.Cut(truth, " ")
		if err := json.Unmarshal([]byte(run("labels score "+first+" "+out+" "+rest+" --json")), &s); err != nil {
			t.Fatal(err)
		}
		same := strings.Contains(said, fmt.Sprintf("F1 %.3f (micro)", s.Micro))
		if s.Micro < 0.65 || name != "none" && !same {
			t.Errorf("%s: F1 %.3f; %s", name, s.Micro, said)
		}
	}
}

// TestLabelRefusals: what is wrong has its name and its place.
func TestLabelRefusals(t *testing.T) {
	t.Parallel()
	one, several := moods(20, 3)
	in := folder(t, map[string]string{
		"one": one, "several": strings.Replace(several, ",0\n", ",2\n", 1), "twice": "x,l\n1,a;a\n2,b\n",
		"none": "x,l\n1,\n2,\n",
		"odd":  "from,to\nangry,sad\n", "loop": "from,to\nangry,angry\n", "same": "from,to\nangry,happy\nhappy,angry\n",
	})
	for words, says := range map[string]string{
		"@@one -o m":                                "--labels COLUMNS is needed",
		"@@one --labels mood -o m":                  `there is no column "mood"`,
		"@@several --labels angry,happy,quick -o m": `"2" in the column "quick": of several columns of labels each has 0`,
		"@@twice --labels l -o m":                   `example 1: the label "a" stands there twice`,
		"@@none --labels l -o m":                    "no example has a label",
		"@@one --labels moods --pairs @@odd -o m":   `there is no "sad"`,
		"@@one --labels moods --pairs @@loop -o m":  `an edge from "angry" to itself`,
		"@@one --labels moods --pairs @@same -o m":  "stands there twice",
		"@@one --labels moods --loss l2 -o m":       `--loss "l2" is none of hinge, logistic`,
		"@@one --labels moods --C 0 -o m":           "--C 0: it must be positive and finite",
	} {
		refused(t, says, append([]string{"labels", "train"}, in(words)...)...)
	}
}
