package onlinemkl

import (
	"github.com/proxlab/proxlab/reproduce"
)

// upper are the rows of the upper block of the table.
var upper = []string{"linear", "quadratic", "gaussian", "average-lqg", "mkl-lqg"}

// onAccuracy are the claims on accuracies, about any form of Table 1.
var onAccuracy = []reproduce.Criterion{
	{
		ID: "D-M1", Where: "section 4, “Handwriting recognition”, and Table 1", Needs: upper,
		Statement: "The results show that MKL outperforms the others by 2% or more.",
		Paper:     "87.5 against 85.5 (Q), 84.3 (average), 84.1 (G) and 72.8 (L)",
		Rule:      "MKL(L, Q, G) is at least 2 points above each of L, Q, G and their average on average over folds",
		Judge:     onTenFolds(accuracies("mkl-lqg", below{2, []string{"quadratic", "average-lqg", "gaussian", "linear"}})),
	},
	{
		ID: "D-M2a", Where: "Table 1", Needs: []string{"average-lqg", "mkl-lqg"},
		Statement: "Average (L+Q+G)/3 … 84.3 ± 0.3% MKL β1L + β2Q + β3G … 87.5 ± 0.4%",
		Paper:     "87.5 against 84.3: 3.2 points",
		Rule:      "MKL(L, Q, G) is at least 3 points above the average on average over folds (3.2, rounded down)",
		Judge:     accuracies("mkl-lqg", below{3, []string{"average-lqg"}}),
	},
	{
		ID: "D-M2b", Where: "Table 1", Needs: []string{"quadratic", "average-lqg"},
		Statement: "Quadratic (Q) … 85.5 ± 0.3% … Average (L+Q+G)/3 … 84.3 ± 0.3%",
		Paper:     "84.3 of the average against 85.5 of Q",
		Rule:      "the average is no better than the paper's best single kernel, Q, on average over folds",
		Judge:     accuracies("quadratic", below{0, []string{"average-lqg"}}),
	},
	{
		ID: "D-M3", Where: "Table 1", Needs: upper,
		Statement: "Linear (L) … 72.8 ± 4.4% Quadratic (Q) … 85.5 ± 0.3% Gaussian (G) (σ² = 5) … 84.1 ± 0.4% " +
			"Average (L+Q+G)/3 … 84.3 ± 0.3% MKL β1L + β2Q + β3G … 87.5 ± 0.4%",
		Paper: "87.5 > 85.5 > {84.3, 84.1} > 72.8",
		Rule:  "MKL is above Q, Q above the average and above G, and each of these above L, on average over folds",
		Judge: inOrder,
	},
	{
		ID: "D-M4a", Where: "section 4, “Handwriting recognition”, and Table 1, bottom part",
		Needs:     []string{"average-lb", "mkl-lb"},
		Statement: "The results (Tab. 1, bottom part) show that the MKL outperforms … by more than 2% the averaged kernel.",
		Paper:     "85.2 against 83.0",
		Rule:      "MKL(L, B1) is at least 2 points above the average of L and B1 on average over folds",
		Judge:     accuracies("mkl-lb", below{2, []string{"average-lb"}}),
	},
	{
		ID: "D-M4b", Where: "section 4, “Handwriting recognition”, and Table 1, bottom part",
		Needs:     []string{"linear", "spline", "mkl-lb"},
		Statement: "The results (Tab. 1, bottom part) show that the MKL outperforms by ∼10% the individual kernels",
		Paper:     "85.2 against 75.4 (B1) and 72.8 (L)",
		Rule:      "MKL(L, B1) is at least 8 points above B1 and above L on average over folds (we take ∼10% to begin there)",
		Judge:     accuracies("mkl-lb", below{8, []string{"spline", "linear"}}),
	},
	{
		ID: "D-M5a", Where: "section 4, “Handwriting recognition”, and Table 1", Needs: []string{"mkl-lqg", "mkl-lb"},
		Statement: "Perhaps more importantly, the accuracy is not much worse than the best one obtained in the previous " +
			"experiment",
		Paper: "85.2 against 87.5",
		Rule: "MKL(L, B1) is at most 2.5 points below MKL(L, Q, G) on average over folds (2.3, rounded up to half a point, " +
			"is what we take for not much worse)",
		Judge: accuracies("mkl-lb", below{-2.5, []string{"mkl-lqg"}}),
	},
}

// muchFaster is D-M5b, whose readings have rules of their own.
var muchFaster = reproduce.Criterion{
	ID: "D-M5b", Timed: true, Where: "section 4, “Handwriting recognition”, and Table 1",
	Needs:     []string{"mkl-lqg", "mkl-lb"},
	Statement: "… while the runtime is much faster (15 versus 279 seconds).",
	Paper:     "15 s against 279 s",
}

// onTimes are the claims on training times under a reading of how η0 was chosen.
var onTimes = []reproduce.Criterion{
	{
		ID: "D-M6a", Timed: true, Where: "Table 1", Needs: upper,
		Statement: "Quadratic (Q) 116 sec. … Gaussian (G) (σ² = 5) 123 sec. … Average (L+Q+G)/3 118 sec. … " +
			"MKL β1L + β2Q + β3G 279 sec.",
		Paper: "279 s: 2.41 times that of Q, 2.27 times that of G, 2.36 times that of the average",
		Rule: "the training time of MKL over that of each of Q, G and the average is at most the paper's, on average over " +
			"folds",
		Judge: times("mkl-lqg", slower{279. / 116, "quadratic"}, slower{279. / 123, "gaussian"},
			slower{279. / 118, "average-lqg"}),
	},
	{
		ID: "D-M6b", Timed: true, Where: "Table 1", Needs: []string{"quadratic", "gaussian", "average-lqg"},
		Statement: "Quadratic (Q) 116 sec. … Gaussian (G) (σ² = 5) 123 sec. … Average (L+Q+G)/3 118 sec.",
		Paper:     "118 s against 116 s and 123 s",
		Rule: "the training time of the average is at most 1.5 times that of Q and of G, on average over folds (we take " +
			"that for about as long)",
		Judge: times("average-lqg", slower{1.5, "quadratic"}, slower{1.5, "gaussian"}),
	},
}

// claims are judged on every form of the table that is a reading of them.
func claims() (out []reproduce.Criterion) {
	for _, c := range onAccuracy {
		for _, table := range read {
			c.Figure = figureRows + table[len("table1"):]
			if c.ID == "D-M1" || c.ID == "D-M2a" {
				if table == tableRuleOnce || table == tableRuleEvery {
					c.Figure = figureMargin
				}
			}
			out = append(out, c.On(table).Under(readings[table]))
		}
		if c.ID == "D-M1" {
			c.Figure, c.Needs, c.Judge = figureMoreFolds, moreRows, onMoreFolds
			out = append(out, c.On(tableMoreFolds).Under(readings[tableRuleOnce]))
		}
	}
	return append(append(out, timed()...), bounds...)
}

// timed are the claims on times.
func timed() (out []reproduce.Criterion) {
	c := muchFaster
	c.Figure = figureSeconds + tableRuleOnce[len("table1"):]
	c.Rule = "MKL(L, B1) is trained in at most half the time of MKL(L, Q, G), on average over folds (we take that for " +
		"much faster)"
	c.Judge = times("mkl-lb", slower{0.5, "mkl-lqg"})
	out = append(out, c.On(tableRuleOnce).Under(inWords))
	c.Rule = "MKL(L, B1) is trained in at most 15/279 of the time of MKL(L, Q, G), on average over folds"
	c.Judge = times("mkl-lb", slower{15. / 279, "mkl-lqg"})
	out = append(out, c.On(tableRuleOnce).Under(inNumbers))
	for _, c := range onTimes {
		for _, table := range literally {
			c.Figure = figureSeconds + table[len("table1"):]
			out = append(out, c.On(table).Under(readings[table]))
		}
	}
	return out
}
