package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// byHand measures a table of predictions, of which the last columns are probabilities of the labels.
func byHand(t *testing.T, table string, labels []string) map[string]float64 {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var n, right, loss, brier, known float64
	guessed, examples, correct := map[string]float64{}, map[string]float64{}, map[string]float64{}
	bins := map[int][3]float64{}
	for _, row := range rows[1:] {
		target, label := row[0], row[1]
		n++
		guessed[label]++
		examples[target]++
		if target == label {
			right++
			correct[label]++
		}
		at := slices.Index(labels, target)
		if at < 0 {
			continue
		}
		known++
		p := make([]float64, len(labels))
		for k, cell := range row[len(row)-len(labels):] {
			p[k], _ = strconv.ParseFloat(cell, 64)
			y := 0.
			if k == at {
				y = 1
			}
			brier += (p[k] - y) * (p[k] - y)
		}
		loss -= math.Log(p[at])
		of := slices.Index(labels, label)
		if len(labels) == 2 {
			of = 1
		}
		b := bins[int(10*p[of])]
		b[0], b[1] = b[0]+1, b[1]+p[of]
		if of == at {
			b[2]++
		}
		bins[int(10*p[of])] = b
	}
	if len(labels) == 2 {
		brier /= 2
	}
	out := map[string]float64{"accuracy": right / n, "log_loss": loss / known, "brier": brier / known}
	for _, b := range bins {
		out["calibration_error"] += math.Abs(b[1]-b[2]) / known
	}
	for _, l := range labels {
		out["precision "+l], out["recall "+l] = correct[l]/guessed[l], correct[l]/examples[l]
	}
	return out
}

// TestPredictMeasures compares the measures of two and of three labels with numbers by hand from the predictions, among
// them examples of labels that the model does not know.
func TestPredictMeasures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		loss   string
		labels []string
	}{{"logistic", []string{"flat", "house"}}, {"multinomial", []string{"flat", "house", "hut"}}} {
		data, dir := kinds(t, c.labels...), t.TempDir()
		saved, figs := filepath.Join(dir, "model.json"), filepath.Join(dir, "figures")
		if _, stderr, code := call(t.Context(), strings.Fields("fit --penalty l1 --lambda 0.05max --intercept --target kind "+
			"--loss "+c.loss+" --data "+data+" --model "+saved)...); code != 0 {
			t.Fatal(stderr)
		}
		text, err := os.ReadFile(data)
		if err != nil {
			t.Fatal(err)
		}
		more := file(t, "more.csv", string(text)+"0.1,0.2,1,villa\n1.1,0,0,villa\n-2,0,0,tower\n")
		// of the first 30 examples one label is another, so that shares are above their probabilities, low or high
		head, tail, _ := strings.Cut(string(text), "\n")
		lines := strings.SplitAfterN(tail, "\n", 31)
		other := head + "\n" + strings.ReplaceAll(strings.Join(lines[:30], ""), "flat", "house") + lines[30]
		for _, path := range []string{data, more, file(t, "other.csv", other)} {
			words := strings.Fields("predict --model " + saved + " --data " + path)
			asked := slices.Concat(words, []string{"--json"})
			if path == more && c.loss == "multinomial" { // drawn once: that takes time
				asked = append(asked, "--figures", figs)
			}
			stdout, stderr, code := call(t.Context(), asked...)
			if code != 0 {
				t.Fatal(stderr)
			}
			got := decode(t, stdout)[0]
			table, _, _ := call(t.Context(), append(words, "--out", "-")...)
			want := byHand(t, table, c.labels)
			for k, l := range got["labels"].([]any) {
				line := l.(map[string]any)
				got["precision "+c.labels[k]], got["recall "+c.labels[k]] = line["precision"], line["recall"]
			}
			for key, value := range want {
				if v, ok := got[key].(float64); !ok || math.Abs(v-value) > 1e-9 {
					t.Errorf("%s: %s is %v, by hand %g", c.loss, key, got[key], value)
				}
			}
			unseen := path == more
			if said := "3 of 93 examples have labels that the model does not know: tower (1), villa (2)"; unseen !=
				strings.Contains(stderr, said) || unseen != (fmt.Sprint(got["unseen_labels"]) == "map[tower:1 villa:2]") {
				t.Errorf("%s: %s, %v", c.loss, stderr, got["unseen_labels"])
			}
			people, _, _ := call(t.Context(), words...)
			for _, says := range []string{"Brier score", "calibration error", "precision", "as house", "mean of F1"} {
				if !strings.Contains(people, says) {
					t.Errorf("%s is missing: %s", says, people)
				}
			}
		}
		if c.loss == "multinomial" {
			checkFigures(t, figs, "roc.png", "roc.html", "precision-recall.png", "calibration.png", "confusion.png")
		}
	}
}

// TestPredictWithoutProbabilities: a margin has no calibration, numbers have no figures, and one label has no curve.
func TestPredictWithoutProbabilities(t *testing.T) {
	t.Parallel()
	data, dir := kinds(t, "1", "2"), t.TempDir()
	one := file(t, "one.csv", "a,b,c,kind\n1,2,3,1\n2,3,4,1\n")
	fit := "fit --mu 0.1 --target kind --data " + data
	predict := "predict --json --model " + dir + "/m.json --figures " + dir + "/"
	for _, c := range []struct{ words, data, folder, says string }{
		{" --loss squared", data, "squared", "there is nothing to draw"}, {" --loss hinge", one, "one", "confusion.png"},
	} {
		if _, stderr, code := call(t.Context(), strings.Fields(fit+c.words+" --model "+dir+"/m.json")...); code != 0 {
			t.Fatal(stderr)
		}
		stdout, stderr, code := call(t.Context(), strings.Fields(predict+c.folder+" --data "+c.data)...)
		if code != 0 || !strings.Contains(stderr, c.says) || strings.Contains(stderr, "calibration") ||
			decode(t, stdout)[0]["brier"] != nil {
			t.Errorf("%s: exit code %d: %s%s", c.words, code, stdout, stderr)
		}
		if _, err := os.Stat(filepath.Join(dir, c.folder, "roc.png")); err == nil {
			t.Errorf("%s: a ROC of what has none", c.words)
		}
	}
}
