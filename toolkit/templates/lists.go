package templates

import "slices"

// arcShapes are the ways in which templates see an arc.
var arcShapes = []Template{{}, {Direction: true}, {Distance: true}, {Direction: true, Distance: true}}

// McDonald is a set of 68 templates: the six of a head or a modifier, the seven of both and the four with tags beside
// them of McDonald, Crammer, Pereira, Online Large-Margin Training of Dependency Parsers, ACL 2005, Table 1, each
// alone, with the direction, with the distance, and with both. What that paper has beside these is left out: prefixes
// of words, and the tags in between, which InBetween has.
func McDonald() []Template {
	w, p := Atom{Form, 0}, Atom{Tag, 0}
	left, right := Atom{Tag, -1}, Atom{Tag, +1}
	var out []Template
	for _, ends := range [][2][]Atom{
		{{w, p}, nil}, {{w}, nil}, {{p}, nil}, {nil, {w, p}}, {nil, {w}}, {nil, {p}},
		{{w, p}, {w, p}}, {{p}, {w, p}}, {{w}, {w, p}}, {{w, p}, {p}}, {{w, p}, {w}}, {{w}, {w}}, {{p}, {p}},
		{{p, right}, {left, p}}, {{left, p}, {left, p}}, {{p, right}, {p, right}}, {{left, p}, {p, right}},
	} {
		for _, t := range arcShapes {
			t.Head, t.Modifier = ends[0], ends[1]
			out = append(out, t)
		}
	}
	return out
}

// InBetween is three templates of the tags of the head, the modifier and the words between them: alone, with the
// direction, and with direction and distance. They are of the same paper, which has no lemmas and counts no tag twice.
func InBetween() []Template {
	out := slices.Delete(slices.Clone(arcShapes), 2, 3)
	for k := range out {
		out[k].Head, out[k].Modifier, out[k].Between = []Atom{{Tag, 0}}, []Atom{{Tag, 0}}, Tag
	}
	return out
}
