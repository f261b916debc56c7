package judging

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Measure is how wrong models are of examples, the less the better: what is better the more, as accuracy, is taken from
// 1.
type Measure struct {
	Name string
	Of   func(m *model.Linear, data fit.Data) (float64, error)
	// goes says what is wrong with the measure for a link and data.
	goes func(link string, data fit.Data) string
}

// Words are the measures that there are.
func Words() []string {
	var out []string
	for _, m := range list {
		out = append(out, m.word)
	}
	return out
}

// Named is the measure of a word, for a model's link and data; an error says why they do not go together. Rankings are
// judged by so many documents of a query.
func Named(word, link string, data fit.Data, depth int) (*Measure, error) {
	at := slices.IndexFunc(list, func(m named) bool { return m.word == word })
	if at < 0 {
		return nil, fmt.Errorf("there is no measure %q: there are %s", word, strings.Join(Words(), ", "))
	}
	out := list[at].make(depth)
	if why := out.goes(link, data); why != "" {
		return nil, fmt.Errorf("%s is %s", word, why)
	}
	return &out, nil
}

type named struct {
	word string
	make func(depth int) Measure
}

var list = []named{
	{"accuracy", func(int) Measure { return Measure{"1 − accuracy", wrongLabels, ofLabels(false)} }},
	{"auc", func(int) Measure { return Measure{"1 − area under the ROC curve", wrongPairs, ofLabels(true)} }},
	{"deviance", func(int) Measure { return Measure{"deviance", deviance, ofLikelihoods} }},
	{"mae", func(int) Measure { return Measure{"mean absolute error", absoluteError, ofNumbers} }},
	{"mse", func(int) Measure { return Measure{"mean squared error", squaredError, ofNumbers} }},
	{"concordance", func(int) Measure { return Measure{"1 − concordance index", discordance, ofTimes} }},
	{"ndcg", func(depth int) Measure {
		of := func(m *model.Linear, data fit.Data) (float64, error) { return lostGain(m, data, depth) }
		return Measure{fmt.Sprintf("1 − NDCG@%d", depth), of, ofRankings}
	}},
}

// ofLabels are measures of labels, or of scores of two.
func ofLabels(two bool) func(link string, data fit.Data) string {
	return func(link string, data fit.Data) string {
		switch {
		case !slices.Contains([]string{model.Logit, model.Margin, model.Softmax, model.Cumulative}, link):
			return "for losses of labels"
		case two && (link == model.Softmax || link == model.Cumulative):
			return "for two labels"
		case two && data.Weights != nil:
			return "of examples that count alike, and these have weights"
		}
		return ""
	}
}

func ofLikelihoods(link string, _ fit.Data) string {
	if slices.Contains([]string{model.Log, model.Share, model.Logit, model.Softmax}, link) {
		return ""
	}
	return "for losses that are half a deviance, as poisson and logistic"
}

func ofNumbers(link string, _ fit.Data) string {
	if slices.Contains([]string{model.Identity, model.Log, model.Share}, link) {
		return ""
	}
	return "for targets that are numbers"
}

func ofTimes(link string, data fit.Data) string {
	switch {
	case link != model.Hazard:
		return "for the cox loss"
	case data.Weights != nil:
		return "of examples that count alike, and these have weights"
	case data.Entry != nil:
		return "of whole lives, and these have entries"
	}
	return ""
}

func ofRankings(link string, _ fit.Data) string {
	if link != model.Order {
		return "for losses of rankings"
	}
	return ""
}

// eachError is the weighted mean of an error of predictions, which are means where the model has them.
func eachError(m *model.Linear, data fit.Data, of func(f, y float64) float64) (float64, error) {
	p, err := m.PredictWith(data.X, data.Task, data.Offset)
	if err != nil {
		return 0, err
	}
	predicted := p.Scores.Data
	if p.Means != nil {
		predicted = p.Means.Data
	}
	var sum, total float64
	for i, y := range data.Y {
		w := 1.
		if data.Weights != nil {
			w = data.Weights[i]
		}
		sum += w * of(predicted[i], y)
		total += w
	}
	return sum / total, nil
}

func absoluteError(m *model.Linear, data fit.Data) (float64, error) {
	return eachError(m, data, func(f, y float64) float64 { return math.Abs(f - y) })
}

func squaredError(m *model.Linear, data fit.Data) (float64, error) {
	return eachError(m, data, func(f, y float64) float64 { return (f - y) * (f - y) })
}

// deviance is the mean error, which of labels is half of it.
func deviance(m *model.Linear, data fit.Data) (float64, error) {
	mean, _, err := fit.MeanError(m, data)
	if m.Labels != nil {
		mean *= 2
	}
	return mean, err
}

func wrongLabels(m *model.Linear, data fit.Data) (float64, error) {
	_, accuracy, err := fit.MeanError(m, data)
	return 1 - accuracy/100, err
}

func wrongPairs(m *model.Linear, data fit.Data) (float64, error) {
	p, err := m.PredictWith(data.X, data.Task, data.Offset)
	if err != nil {
		return 0, err
	}
	positive := make([]bool, len(data.Y))
	for i, y := range data.Y {
		positive[i] = y == m.Labels[len(m.Labels)-1]
	}
	return fromOne(measures.AUC(p.Scores.Data, positive), "the area under the ROC curve needs both labels among what a "+
		"fold holds out: ask for fewer folds")
}

func discordance(m *model.Linear, data fit.Data) (float64, error) {
	scores, err := m.Scores(data.X)
	if err != nil {
		return 0, err
	}
	return fromOne(measures.Concordance(scores.Data, data.Y, data.Event), "concordance needs two times that can be "+
		"compared among what a fold holds out: ask for fewer folds")
}

func lostGain(m *model.Linear, data fit.Data, depth int) (float64, error) {
	scores, err := m.Scores(data.X)
	if err != nil {
		return 0, err
	}
	gain := measures.JudgeRanking(scores.Data, data.Y, data.Query, depth).NDCG
	return fromOne(gain, "NDCG needs a query with a relevant document among what a fold holds out: ask for fewer folds")
}

func fromOne(share float64, why string) (float64, error) {
	if math.IsNaN(share) {
		return share, errors.New(why)
	}
	return 1 - share, nil
}
