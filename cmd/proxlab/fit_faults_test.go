package main

import (
	"context"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
)

// TestFitFaults: what goes wrong is said, with what to do; nothing is written where a fit fails.
func TestFitFaults(t *testing.T) {
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	path := numbers(t, houses(t))
	kinds := houses(t)
	one := file(t, "one.csv", "a,y\n1,1\n2,1\n")
	far := file(t, "far.svm", "1 1:1 2147483647:1\n2 2:1\n")
	groups := file(t, "groups.txt", "1 9\n")
	newer := file(t, "newer.json", `{"format":"proxlab linear model","version":9}`)
	damaged := file(t, "damaged.json",
		`{"format":"proxlab linear model","version":1,"loss":"squared","penalty":"l1","d":3,"k":1,"weights":[1,2]}`)
	cut := file(t, "cut.json", `{"format":"proxlab linear`)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	lasso := " --target price --loss squared --penalty l1 "
	for _, c := range []struct {
		ctx  context.Context
		args string
		code int
		says string
	}{
		{t.Context(), "fit", 2, "--data is missing"},
		{t.Context(), "fit --data " + path + " --loss l2", 2, "hinge, squared-hinge, multinomial, ordinal, cox"},
		{t.Context(), "fit --data " + path + " --penalty ridge", 2, "none, l1, group"},
		{t.Context(), "fit --data " + path + " --loss hinge --penalty multitask --lambda 1", 2, "the pairs are"},
		{t.Context(), "fit --data " + path + " --loss logistic", 2, "needs μ > 0"},
		{t.Context(), "fit --data " + path + " --penalty multitask --lambda 1", 2, "needs tasks"},
		{t.Context(), "fit --data " + path + lasso, 2, "--penalty l1 needs --lambda"},
		{t.Context(), "fit --data " + path + lasso + "--lambda -1", 2, "a positive number is due"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1 --solver simplex", 2, "none of auto"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1 --solver newton-cg", 1, "those that do: coordinate-descent"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1 --time-limit soon", 2, "30s, 2m"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1 --tol 0", 2, "--tol"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1 --groups " + groups, 2, "not with l1"},
		{t.Context(), "fit --data " + path + lasso + "--path 5 --lambda 2max", 2, "there is no path"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1 --cv 1", 2, "two folds"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1 --cv 99", 1, "99 folds of 60 examples"},
		{t.Context(), "fit --data " + path + " --loss squared --penalty group --target price --lambda 1", 2, "--groups FILE"},
		{t.Context(), "fit --data " + path + " --loss squared --penalty group --target price --lambda 1 --groups " + groups,
			1, "there is no feature 9: the data have 6"},
		{t.Context(), "fit --data " + path + " --loss squared --penalty l1 --target cost --lambda 1", 1,
			`there is no column "cost"; there are: size`},
		{t.Context(), "fit --data " + kinds + lasso + "--lambda 1", 1, `column "kind": "`},
		{t.Context(), "fit --data " + one + " --target y --loss logistic --penalty l1 --lambda 1", 1,
			"all examples have the label 1"},
		{t.Context(), "fit --data " + path + " --target price --loss logistic --penalty l1 --lambda 1", 1,
			"the multinomial loss is for several"},
		{t.Context(), "fit --data " + far + " --loss logistic --penalty l1 --lambda 0.1", 1, "GiB of memory"},
		{t.Context(), "fit --data nowhere.csv" + lasso + "--lambda 1", 1, "nowhere.csv"},
		{t.Context(), "fit --data @a9a --loss logistic --penalty l1 --lambda 1", 1, "proxlab data fetch a9a"},
		{t.Context(), "fit --data @nothing --loss logistic --penalty l1 --lambda 1", 1, "there are: ocr"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1 --warm " + newer, 1, "a newer program wrote it"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1 --model " + path + "/model.json", 1, "--model"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 1e9", 0, "W = 0 is the solution"},
		{t.Context(), "fit --data " + path + lasso + "--lambda 0.001 --tol 1e-40", 3, "rounding allows no smaller gap"},
		{t.Context(), "fit --data " + path + " --target price --loss squared --lambda 3", 0, "is ignored"},
		{t.Context(), "fit --data " + path + " --target price --loss squared --penalty l1 --lambda 1e-9 --solver fista " +
			"--tol 1e-15 --max-iter 3", 3, "iteration-limit"},
		{t.Context(), "fit --data " + path + " --target price --loss squared --penalty l1 --lambda 1e-9 --solver fista " +
			"--tol 1e-15 --time-limit 1ns", 3, "time-limit"},
		{canceled, "fit --data @a9a --loss logistic --penalty l1 --lambda 1", 1, "a9a"},
		{t.Context(), "predict", 2, "--model and --data"},
		{t.Context(), "predict --model " + newer + " --data " + path, 1, "version 9"},
		{t.Context(), "predict --model " + damaged + " --data " + path, 1, "the field link is missing"},
		{t.Context(), "predict --model " + cut + " --data " + path, 1, "damaged"},
		{t.Context(), "predict --model " + path + " --data " + path, 1, "no linear model"},
		{t.Context(), "predict --model m --data d --out a.txt", 2, ".csv or .npy"},
	} {
		stdout, stderr, code := call(c.ctx, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("proxlab %s: exit code %d, not %d; it says %q%q, not %q", c.args, code, c.code, stdout, stderr, c.says)
		}
	}
}
