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
		"--data " + svm + " --loss pairwise --mu 1 --tasks qid":                                 "columns of weights",
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
