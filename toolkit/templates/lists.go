package templates

// McDonald is a set of 68 templates after McDonald, Crammer, Pereira, Online Large-Margin Training of Dependency
// Parsers, ACL 2005, Table 1: the six of a head or a modifier alone and the seven of both, of which those with words
// are there with lemmas as well; the four with the tags beside the two; and seven of the eight triples out of these
// that the authors' MSTParser has. Each stands there alone, and with direction and distance. What the paper's back-offs
// are it does not say; its prefixes of words are left out, and the tags between, which InBetween has.
func McDonald() []Template {
	p, left, right := Atom{Tag, 0}, Atom{Tag, -1}, Atom{Tag, +1}
	ends := [][2][]Atom{{{p}, nil}, {nil, {p}}, {{p}, {p}}}
	for _, attribute := range []Attribute{Form, Lemma} {
		w := Atom{attribute, 0}
		ends = append(ends, [][2][]Atom{
			{{w, p}, nil}, {{w}, nil}, {nil, {w, p}}, {nil, {w}},
			{{w, p}, {w, p}}, {{p}, {w, p}}, {{w}, {w, p}}, {{w, p}, {p}}, {{w, p}, {w}}, {{w}, {w}},
		}...)
	}
	ends = append(ends, [][2][]Atom{
		{{p, right}, {left, p}}, {{left, p}, {left, p}}, {{p, right}, {p, right}}, {{left, p}, {p, right}},
		{{left, p}, {p}}, {{p, right}, {p}}, {{p}, {left, p}}, {{p}, {p, right}},
		{{left, p}, {right}}, {{p, right}, {left}}, {{right}, {left, p}},
	}...)
	var out []Template
	for _, e := range ends {
		out = append(out, Template{Head: e[0], Modifier: e[1]})
		out = append(out, Template{Head: e[0], Modifier: e[1], Direction: true, Distance: true})
	}
	return out
}

// Morphology is templates of the morphological features of both ends, alone and with tags and lemmas, each with the
// direction: of agreement, and of case, where tags do not tell of them.
func Morphology() []Template {
	f, p, l := Atom{Morph, 0}, Atom{Tag, 0}, Atom{Lemma, 0}
	ends := [][2][]Atom{
		{{f}, {f}}, {{p, f}, {p, f}}, {{p}, {p, f}}, {{p, f}, {p}}, {nil, {p, f}}, {{p, f}, nil},
		{{l}, {f}}, {{f}, {l}}, {{l}, {p, f}}, {{p, f}, {l, p}},
	}
	var out []Template
	for _, e := range ends {
		out = append(out, Template{Head: e[0], Modifier: e[1], Direction: true})
	}
	for _, e := range ends[1:4] {
		out = append(out, Template{Head: e[0], Modifier: e[1], Direction: true, Distance: true})
	}
	return out
}

// InBetween is four templates that look at the words between the head and the modifier, with the tags of these two:
// at their tags alone, with the direction, and with direction and distance, as McDonald, Crammer, Pereira, 2005, have
// them; and at their lemmas with the direction, for commas and conjunctions.
func InBetween() []Template {
	p := []Atom{{Tag, 0}}
	t := Template{Head: p, Modifier: p, Between: Tag}
	directed := t
	directed.Direction = true
	far := directed
	far.Distance = true
	words := directed
	words.Between = Lemma
	return []Template{t, directed, far, words}
}
