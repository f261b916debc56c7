package generate

import (
	"slices"
	"strings"
)

// The words of the English treebank, by what sentences may say of them. A noun that does not take an s in the plural
// has it behind a slash.
var (
	beings = strings.Fields("girl boy teacher doctor farmer nurse sailor cook neighbor child/children woman/women " +
		"man/men dog cat horse bird friend student painter driver")
	things = strings.Fields("book letter chair door window picture box/boxes bottle apple cake basket boat bicycle " +
		"table ticket newspaper stone flower")
	places = strings.Fields("garden kitchen school village station market valley forest harbor library/libraries " +
		"park street")
	tools  = strings.Fields("hammer brush/brushes key knife/knives camera rope spoon pencil ladder")
	worn   = strings.Fields("hat coat scarf/scarves beard bag apron ring")
	times  = strings.Fields("morning evening winter summer afternoon")
	names  = strings.Fields("Anna Ben Clara David Emma Felix Maria Paul")
	ofOne  = strings.Fields("old young small tall tired hungry happy clever quiet friendly strange")
	ofSome = strings.Fields("old small red heavy new broken clean yellow expensive little strange")
	how    = strings.Fields("often slowly never quickly always rarely quietly gladly")
)

// verb is one with its forms: of one in the present, and of the past.
type verb struct{ base, one, past string }

// The verbs, by what they need beside a subject: nothing, a thing, a being, a thing to a being, a sentence.
var (
	alone = verbs("sleep/slept wait/waited laugh/laughed work/worked sing/sang run/ran dance/danced smile/smiled")
	doing = verbs("find/found carry/carried clean/cleaned open/opened buy/bought sell/sold need/needed draw/drew " +
		"paint/painted repair/repaired move/moved")
	meeting = verbs("see/saw help/helped follow/followed meet/met hear/heard like/liked visit/visited remember/remembered")
	giving  = verbs("give/gave show/showed send/sent bring/brought")
	saying  = verbs("say/said think/thought know/knew hope/hoped believe/believed")
)

// verbs reads pairs of the base and the past of regular presents.
func verbs(list string) (out []verb) {
	for _, pair := range strings.Fields(list) {
		base, past, _ := strings.Cut(pair, "/")
		one := base + "s"
		if strings.HasSuffix(base, "ry") {
			one = strings.TrimSuffix(base, "y") + "ies"
		}
		out = append(out, verb{base, one, past})
	}
	return out
}

// noun is the form of one, or of several.
func noun(word string, several bool) (form, lemma string) {
	lemma, plural, own := strings.Cut(word, "/")
	switch {
	case !several:
		return lemma, lemma
	case own:
		return plural, lemma
	}
	return lemma + "s", lemma
}

// article is "an" before a vowel.
func article(next string) string {
	if slices.Contains([]byte("aeiou"), next[0]) {
		return "an"
	}
	return "a"
}
