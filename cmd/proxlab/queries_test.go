package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// searches is a table of documents whose relevance follows from one of two features, with their queries as words.
func searches(t *testing.T) (csv, svm string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	var table, sparse strings.Builder
	table.WriteString("search,hits,age,relevance\n")
	for q := range 20 {
		for range 5 {
			hits, age := rng.NormFloat64(), rng.NormFloat64()
			y := math.Round(min(2, max(0, hits+0.3*rng.NormFloat64())))
			fmt.Fprintf(&table, "words %d,%g,%g,%g\n", q, hits, age, y)
			fmt.Fprintf(&sparse, "%g qid:%d 1:%g 2:%g\n", y, q, hits, age)
		}
	}
	return file(t, "searches.csv", table.String()), file(t, "searches.svm", sparse.String())
}

// TestFitRankings fits and predicts by the commands alone, from both formats with one answer; rankings are written.
func TestFitRankings(t *testing.T) {
	t.Parallel()
	csv, svm := searches(t)
	for _, loss := range []string{"pairwise", "ndcg"} {
		var objective [2]float64
		for k, flags := range []string{"--data " + csv + " --target relevance --queries search", "--data " + svm} {
			model, out := filepath.Join(t.TempDir(), "model.json"), filepath.Join(t.TempDir(), "out.csv")
			stdout, stderr, code := call(t.Context(), append(strings.Fields(flags), "fit", "--loss", loss, "--mu", "0.01",
				"--tol", "1e-4", "--cv", "2", "--model", model, "--json")...)
			if code != 0 {
				t.Fatal(stdout, stderr)
			}
			v := decode(t, stdout)[0]
			expect(t, v, map[string]any{"status": "converged", "gap_kind": "duality", "d": 2.})
			objective[k] = v["objective"].(float64) //nolint:forcetypeassert // it is a number, or the test fails
			data := strings.Fields(flags)
			if k == 0 {
				data = []string{"--data", csv, "--queries", "search"}
			}
			stdout, stderr, code = call(t.Context(), append(data, "predict", "--model", model, "--out", out)...)
			if code != 0 || !strings.Contains(stdout, "NDCG") || !strings.Contains(stdout, "mean reciprocal rank") {
				t.Errorf("exit code %d: %s%s", code, stdout, stderr)
			}
			written, err := os.ReadFile(out)
			if err != nil || !strings.HasPrefix(string(written), "query,rank,target,prediction\n") {
				t.Errorf("%.60s, %v", written, err)
			}
		}
		if math.Abs(objective[0]-objective[1]) > 1e-4*objective[0] {
			t.Errorf("%s: %g from a table, %g from SVMlight", loss, objective[0], objective[1])
		}
	}
}

func TestRefusedRankings(t *testing.T) {
	t.Parallel()
	csv, svm := searches(t)
	for flags, says := range map[string]string{
		"--data " + svm + " --loss ndcg":                                                        "it needs μ > 0",
		"--data " + svm + " --loss ndcg --mu 1 --intercept":                                     "nor an intercept",
		"--data " + svm + " --loss pairwise --mu 1 --tasks qid":                                 "neither tasks",
		"--data " + svm + " --loss pairwise --mu 1 --penalty l1 --lambda 1":                     "a ridge alone",
		"--data " + svm + " --loss ndcg --mu 1 --depth 0":                                       "1 place or more",
		"--data " + svm + " --loss pairwise --mu 1 --depth 3":                                   "a parameter of ndcg",
		"--data " + svm + " --loss hinge --mu 1 --queries qid":                                  "--queries goes with",
		"--data " + csv + " --target relevance --loss ndcg --mu 1":                              `no column "qid"`,
		"--data " + csv + " --target hits --queries search --loss ndcg --mu 1":                  "a whole number",
		"--data " + csv + " --target relevance --queries hits --loss ndcg --mu 1 --drop search": "nothing to rank",
	} {
		if _, stderr, code := call(t.Context(), append([]string{"fit"}, strings.Fields(flags)...)...); code == 0 ||
			!strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d, %s does not say %q", flags, code, stderr, says)
		}
	}
}

// TestBadQueries: what is wrong with documents, in a table and in SVMlight, to fit and to predict for; what may look
// wrong and is not, is taken.
func TestBadQueries(t *testing.T) {
	t.Parallel()
	good := "1 qid:1 1:1\n0 qid:1 1:2\n0 qid:2 1:3\n1 qid:2 1:1\n"
	saved := filepath.Join(t.TempDir(), "model.json")
	rank := func(path string, words ...string) (stdout, stderr string, code int) {
		return call(t.Context(), append([]string{"fit", "--loss", "ndcg", "--mu", "1", "--data", path}, words...)...)
	}
	if _, stderr, code := rank(file(t, "good.svm", good), "--model", saved); code != 0 {
		t.Fatal(stderr)
	}
	for _, c := range []struct{ name, text, fit, predict string }{
		{"a.svm", good + "-1 qid:1 1:2\n", "a.svm: example 5: relevance -1: a whole number from 0 to 50", "relevance -1"},
		{"a.svm", good + "0.5 qid:1 1:2\n", "example 5: relevance 0.5", "example 5: relevance 0.5"},
		{"a.svm", good + "51 qid:1 1:2\n", "example 5: relevance 51", "example 5: relevance 51"},
		{"a.svm", "1152921504606846976 qid:1 1:1\n" + good, "example 1: relevance 1.15", "example 1: relevance 1.15"},
		{"a.svm", good + "nan qid:1 1:2\n", "a.svm:5: field 1", "a.svm:5: field 1"},
		{"a.svm", good + "1 1:2\n", "a.svm:5: field 2: a qid is missing", "a.svm:5: field 2: a qid is missing"},
		{"a.svm", good + "1 qid:x 1:2\n", "a.svm:5: field 2: \"qid:x\"", "a.svm:5: field 2"},
		{"a.svm", "1 1:1\n0 1:2\n", "qid:7 behind every label", "qid:7 behind every label"},
		{"a.csv", "qid,a,y\n1,2,1\n,3,0\n1,4,0\n", "a.csv: the query of example 2 is missing", ""},
		{"a.svm", "1 qid:1 1:1\n0 qid:2 1:2\n2 qid:3 1:4\n", "nothing to rank", "NDCG@10                 1"},
		{"a.svm", "0 qid:1 1:1\n0 qid:1 1:2\n", "nothing to rank", "queries judged  0"},
		{"a.svm", "2 qid:1 1:1\n2 qid:1 1:2\n", "nothing to rank", "NDCG@10                 1"},
		{"a.svm", "50 qid:-1 1:1\n0 qid:-1 1:2\n", "objective", "NDCG@10                 1"},
		{"a.svm", "1 qid:1 1:1\n0 qid:2 1:2\n0 qid:1 1:3\n1 qid:2 1:2.5\n", "objective", "queries judged          2"},
	} {
		path, target := file(t, c.name, c.text), []string{}
		if strings.HasSuffix(c.name, "csv") {
			target = []string{"--target", "y"}
		}
		stdout, stderr, code := rank(path, target...)
		if (code == 0) != (c.fit == "objective") || !strings.Contains(stdout+stderr, c.fit) {
			t.Errorf("fit on %q: exit code %d, %s%s does not say %q", c.text, code, stdout, stderr, c.fit)
		}
		if c.predict == "" {
			continue
		}
		stdout, stderr, _ = call(t.Context(), "predict", "--model", saved, "--data", path)
		if !strings.Contains(stdout+stderr, c.predict) {
			t.Errorf("predict for %q: %s%s does not say %q", c.text, stdout, stderr, c.predict)
		}
	}
}

// TestRankingsWritten: places are those of the scores within each query, whose lines may stand apart, and NDCG counts
// so many places as it says.
func TestRankingsWritten(t *testing.T) {
	t.Parallel()
	saved := filepath.Join(t.TempDir(), "model.json")
	lines := "0 qid:7 1:3\n2 qid:8 1:1\n1 qid:7 1:2\n0 qid:8 1:2\n0 qid:7 1:5\n0 qid:9 1:1\n"
	path := file(t, "a.svm", lines)
	if _, stderr, code := call(t.Context(), "fit", "--data", path, "--loss", "pairwise", "--mu", "1", "--model",
		saved); code != 0 {
		t.Fatal(stderr)
	}
	predict := []string{"predict", "--model", saved, "--data", path}
	stdout, stderr, code := call(t.Context(), append(predict, "--depth", "1", "--out", "-")...)
	var places strings.Builder
	for line := range strings.Lines(stdout) {
		fields := strings.Split(line, ",")
		fmt.Fprintf(&places, "%s:%s ", fields[0], fields[1])
	}
	if want := "query:rank 7:2 8:1 7:1 8:2 7:3 9:1 "; code != 0 || places.String() != want {
		t.Errorf("exit code %d: %s, not %s", code, places.String(), want)
	}
	for _, says := range []string{"NDCG@1 ", "mean reciprocal rank    1", "queries judged          2, those with a rel"} {
		if !strings.Contains(stderr, says) {
			t.Errorf("%q is missing: %s", says, stderr)
		}
	}
	stdout, _, _ = call(t.Context(), append(predict, "--depth", "100", "--json")...)
	expect(t, decode(t, stdout)[0], map[string]any{"ndcg": 1., "depth": 100., "queries": 2.})
	if _, stderr, code = call(t.Context(), append(predict, "--depth", "0")...); code != 2 ||
		!strings.Contains(stderr, "1 place or more") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
