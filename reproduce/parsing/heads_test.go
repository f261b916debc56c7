package parsing

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// TestHeadsBySentence: the counts of the first replication are those of the models in the rows: as many of all words
// that are no punctuation as the row's attachment says.
func TestHeadsBySentence(t *testing.T) {
	t.Parallel()
	s := tiny()
	s.sentences = true
	rec, err := small(s).Run(t.Context(), quick(t))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.originOf("", rec.Seed).load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	words := 0
	for _, sentence := range c.test.sentences {
		for _, w := range sentence.Tokens {
			if w.UPOS != "PUNCT" {
				words++
			}
		}
	}
	for table, ids := range map[string][]string{
		"accuracy-grammar": {"svm", "mkl", "svm-ranking", "mkl-ranking"},
		"kept-grammar":     {"svm/107", "mkl/107", "svm-ranking/107", "mkl-ranking/107", "random/107"},
	} {
		for _, id := range ids {
			r, _ := rec.Table(table).Row(id)
			found := 0
			counts := strings.Fields(heads.In(r))
			for _, n := range counts {
				k, err := strconv.Atoi(n)
				if err != nil {
					t.Fatal(err)
				}
				found += k
			}
			if share := 100 * float64(found) / float64(words); len(counts) != len(c.test.sentences) ||
				math.Abs(share-tests.In(r)[0]) > 1e-9 {
				t.Errorf("%s: %d heads of %d words in %d sentences, and %v %%", id, found, words, len(counts), tests.In(r))
			}
		}
	}
	if r, _ := rec.Table("kept-grammar").Row("mkl/25"); r.Text("heads") != "" {
		t.Error("counts that nothing compares")
	}
}

// TestTestSentencesAreDrawnToo compares the error that test sentences add with that of a bootstrap over them; without
// counts it is said that it is missing.
func TestTestSentencesAreDrawnToo(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	const sentences, length = 300, 12
	var x, y [sentences]int
	row := func(of *[sentences]int, better float64) reproduce.Row {
		total := 0
		for i := range of {
			for range length {
				if rng.Float64() < 0.8+better {
					of[i]++
				}
			}
			total += of[i]
		}
		share := 100 * float64(total) / (sentences * length)
		return reproduce.Row{Data: datasets.Source{Kind: datasets.Real}, Values: reproduce.Values{
			"tests": []float64{share, share + 0.1, share - 0.1}, "heads": strings.Trim(fmt.Sprint(*of), "[]"),
		}}
	}
	a, b := row(&x, 0.02), row(&y, 0)
	draws := make([]float64, 4000)
	for k := range draws {
		for range sentences {
			i := rng.IntN(sentences)
			draws[k] += 100 * float64(x[i]-y[i]) / (sentences * length)
		}
	}
	of := evidence.Paired("x", tests.In(a), tests.In(b), 0)
	f := drawnToo("x", of, a, b)
	shared := stat.StdDev(differences(a, b), nil) * math.Sqrt(sentences)
	off := shared / stat.StdDev(draws, nil)
	if math.Abs(off-1) > 0.05 || !strings.Contains(f.Spread, "test sentences besides ±") {
		t.Errorf("%v times the bootstrap's error: %+v", off, f)
	}
	delete(b.Values, "heads")
	if f := drawnToo("x", of, a, b); !strings.Contains(f.Spread, "has no heads by sentence") {
		t.Errorf("without counts: %+v", f)
	}
}
