package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// claims are counts of a number of years, of two features and a kind; log has the years' logarithms.
func claims(t *testing.T) (path string, data fit.Data) {
	t.Helper()
	var b strings.Builder
	b.WriteString("age,power,years,log,claims\n")
	x := linalg.NewDense(120, 2, nil)
	data.X = x
	for i := range 120 {
		age, power, years := float64(i%7)-3, float64(i%5)/2, 0.25+float64(i%11)/4
		count := math.Floor(years * math.Exp(0.4*age-0.3*power+0.5*math.Sin(float64(i))))
		copy(x.Row(i), []float64{age, power})
		data.Y, data.Offset = append(data.Y, count), append(data.Offset, math.Log(years))
		fmt.Fprintf(&b, "%g,%g,%g,%s,%g\n", age, power, years, strconv.FormatFloat(math.Log(years), 'g', -1, 64), count)
	}
	return file(t, "claims.csv", b.String()), data
}

// TestOffsetOfTables: exposures and offsets of a column are those of the toolkit, along a path with folds too, and are
// found again by predict.
func TestOffsetOfTables(t *testing.T) {
	t.Parallel()
	path, data := claims(t)
	c := fit.Linear{Loss: loss.Poisson{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Intercept: true, Tol: 1e-10}
	want, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	out, model := filepath.Join(t.TempDir(), "p.csv"), filepath.Join(t.TempDir(), "m.json")
	for _, flag := range []string{"--exposure years --drop log", "--offset log --drop years"} {
		args := "fit --json --loss poisson --penalty l1 --lambda 0.05 --intercept --tol 1e-10 --target claims --data " +
			path + " --model " + model + " "
		stdout, stderr, code := call(t.Context(), strings.Fields(args+flag)...)
		if code != 0 {
			t.Fatalf("%s: %s", flag, stderr)
		}
		if got := decode(t, stdout)[0]["objective"].(float64); math.Abs(got-want.Objective) > 1e-9*want.Objective {
			t.Errorf("%s: P is %.12g, and %.12g in Go", flag, got, want.Objective)
		}
		again := strings.Fields("predict --model " + model + " --data " + path + " --out " + out)
		if _, stderr, code = call(t.Context(), again...); code != 0 {
			t.Fatalf("%s: predict: %s", flag, stderr)
		}
		p, err := want.PredictWith(data.X, nil, data.Offset)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(read(t, out))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		column := -1
		for j, name := range rows[0] {
			if name == "mean" {
				column = j
			}
		}
		if column < 0 || len(rows) != len(data.Y)+1 {
			t.Fatalf("%d rows with %v", len(rows), rows[0])
		}
		for i, row := range rows[1:] {
			got, err := strconv.ParseFloat(row[column], 64)
			if err != nil || math.Abs(got-p.Means.Data[i]) > 1e-4*(1+p.Means.Data[i]) {
				t.Errorf("%s: example %d has the mean %s, and %g in Go", flag, i+1, row[column], p.Means.Data[i])
			}
		}
	}
	args := "fit --json --loss poisson --penalty l1 --path 10 --cv 4 --intercept --target claims --exposure years " +
		"--drop log --data "
	if _, stderr, code := call(t.Context(), strings.Fields(args+path)...); code != 0 {
		t.Errorf("a path with folds: %s", stderr)
	}
	args = "fit --json --loss huber --penalty l1 --lambda 0.1max --standardize --missing mean --offset log " +
		"--target claims --data "
	if _, stderr, code := call(t.Context(), strings.Fields(args+path)...); code != 0 {
		t.Errorf("huber: %s", stderr)
	}
}

// TestOffsetOfTablesRefused: what is wrong is named with its example and column, and what takes no offset by name.
func TestOffsetOfTablesRefused(t *testing.T) {
	t.Parallel()
	path, data := claims(t)
	model, plain := filepath.Join(t.TempDir(), "m.json"), filepath.Join(t.TempDir(), "plain.json")
	for name, more := range map[string]string{model: " --exposure years --drop log", plain: " --drop years,log"} {
		args := "fit --loss poisson --mu 0.1 --intercept --target claims --data " + path + " --model " + name + more
		if _, stderr, code := call(context.Background(), strings.Fields(args)...); code != 0 {
			t.Fatal(stderr)
		}
	}
	bad := func(name, row string) string {
		return file(t, name, "age,power,years,log,claims\n1,2,1,0,3\n"+row+"\n2,1,1,0,4\n")
	}
	m, err := fit.Linear{Loss: loss.Poisson{}, Mu: 0.1}.Fit(t.Context(), data) // which names no column
	if err != nil {
		t.Fatal(err)
	}
	var saved strings.Builder
	if err := m.Save(&saved); err != nil {
		t.Fatal(err)
	}
	unnamed := file(t, "unnamed.json", saved.String())
	for args, says := range map[string]string{
		"fit --mu 1 --exposure years --data " + bad("zero.csv", "1,1,0,0,2"):           `"0" for example 2: a number above 0`,
		"fit --mu 1 --exposure years --data " + bad("minus.csv", "1,1,-1,0,2"):         `is "-1" for example 2`,
		"fit --mu 1 --offset log --data " + bad("word.csv", "1,1,1,much,2"):            `"much" for example 2: a number`,
		"fit --mu 1 --offset log --data " + bad("gap.csv", "1,1,1,,2"):                 `--offset "log" is "" for example 2`,
		"fit --mu 1 --offset log --data " + bad("nan.csv", "1,1,1,NaN,2"):              `for example 2: a number is due`,
		"fit --mu 1 --offset nowhere --data " + path:                                   "nowhere",
		"fit --mu 1 --offset log --exposure years --data " + path:                      "give one of both",
		"fit --loss multinomial --mu 1 --offset log --data " + path:                    "not with multinomial",
		"fit --loss cox --penalty l1 --lambda 1 --exposure years --data " + path:       "not with cox",
		"predict --model " + plain + " --exposure years --data " + path:                "has learnt without offsets",
		"predict --model " + model + " --data " + file(t, "n.csv", "age,power\n1,2\n"): "years",
		"predict --model " + unnamed + " --data " + path:                               "name their column",
		"predict --model " + model + " --data " + bad("later.csv", "1,1,0,0,2"):        `is "0" for example 2`,
	} {
		fields := strings.Fields(args)
		if fields[0] == "fit" {
			fields = append(fields, "--target", "claims")
		}
		_, stderr, code := call(context.Background(), fields...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
}
