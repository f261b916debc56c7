package structured

// Attachment counts the words that hang at their heads.
type Attachment struct {
	Correct, Total int
}

// Add compares heads word by word. Words of which skip says true do not count, as punctuation by most rules; nil skips
// none. It panics where the two are not as long as each other.
func (a *Attachment) Add(gold, predicted []int, skip func(word int) bool) {
	if len(gold) != len(predicted) {
		panic("structured: as many heads are needed as there are words")
	}
	for t, h := range gold {
		if skip != nil && skip(t) {
			continue
		}
		a.Total++
		if predicted[t] == h {
			a.Correct++
		}
	}
}

// Score is the unlabelled attachment score, UAS, the share of words that hang at their heads; NaN of no words.
func (a Attachment) Score() float64 { return float64(a.Correct) / float64(a.Total) }
