package onlinemkl

import "github.com/proxlab/proxlab/reproduce"

// The readings of how C and η0 were chosen, by the form of Table 1 that follows them.
var readings = map[string]reproduce.Reading{
	tableRuleOnce: {
		Name: "η0 once, at C = 1", Rank: reproduce.Inferred,
		Reason: "“In all cases, 20 epochs were used, with η0 in (15) picked from {0.01, 0.1, 1, 10} by selecting the one " +
			"that most decreases the objective after 5 epochs. Results are for the best regularization coefficient”: η0 comes " +
			"first, and the paper does not say at which C. Here the rule is run once for each kernel and fold, at C = 1, that " +
			"is λ = 1/m, where R(θ) weighs as much as the loss of one word; C is chosen after that. What the rule picks at " +
			"other C is in table learning-rate.",
	},
	tableRuleEvery: {
		Name: "η0 for every C", Rank: reproduce.Inferred,
		Reason: "The same words. The objective depends on C, so “In all cases” may mean every C too: here the rule is run " +
			"for each kernel, fold and C.",
	},
	tableBest: {
		Name: "η0 and C the best", Rank: reproduce.Inferred,
		Reason: "“Results are for the best regularization coefficient”, and no words but the test folds are named to tell " +
			"which is best. Here η0 is chosen so too: every row shows the most that the grids of the paper give it.",
	},
	tableHeldOut: {
		Name: "η0 and C on held-out words", Rank: reproduce.Ours,
		Reason: "What the paper chooses on test folds, as it seems, is chosen here without a look at them, by whoever has " +
			"the training words alone. It says what to expect of new words.",
	},
}

// read are the forms that the claims on accuracy are judged on, in the order in which they are shown, and literally
// those of the paper's own rule.
var (
	read      = []string{tableRuleOnce, tableRuleEvery, tableBest, tableHeldOut}
	literally = []string{tableRuleOnce, tableRuleEvery}
)

// The readings of D-M5b.
var (
	inWords = reproduce.Reading{
		Name: "in words", Rank: reproduce.Ours,
		Reason: "“much faster” is the claim. How much that is the paper does not say: we take it to be at most half the " +
			"time.",
	}
	inNumbers = reproduce.Reading{
		Name: "in numbers", Rank: reproduce.Stated,
		Reason: "“15 versus 279 seconds” is the claim, a ratio of 18.6. It depends on how much a dense kernel matrix " +
			"costs, which is a matter of the program: ours tabulates the values of a kernel.",
	}
)
