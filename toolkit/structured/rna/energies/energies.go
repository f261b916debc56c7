// Package energies has nearest-neighbour energies as weights of package rna.
package energies

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// Turner2004 are the extended weights that score structures by their free energy, −E/kT at 37 °C, as far as the
// features tell loops apart: a mean to learn from. Small interior loops have energies by rule and not each its own,
// mismatches of interior loops count half, as they are those of bulges too, and hairpins have none of their own.
//
// Source: the parameters of Mathews, Disney, Childs, Schroeder, Zuker, Turner, Incorporating Chemical Modification
// Constraints into a Dynamic Programming Algorithm for Prediction of RNA Secondary Structure, PNAS 2004, as published
// in Turner and Mathews, NNDB: The Nearest Neighbor Parameter Database, Nucleic Acids Research 2010, and rounded as in
// ViennaRNA 2.7 (Lorenz et al., Algorithms for Molecular Biology 2011). They are numbers of a publication; none of
// these programs' files is here.
func Turner2004() []float64 {
	e := table{}
	for t, pair := range pairs {
		end := 0.0
		if weak(pair) {
			end = terminalAU
		}
		e["end "+pair] = end
		for k := range 16 {
			a, b := letters[k/4], letters[k%4]
			in := interiorMismatch[k/4][k%4] / 2
			if weak(pair) {
				in += interiorAU - terminalAU
			}
			e[fmt.Sprintf("mismatch %s %c %c", pair, a, b)] = in
			e[fmt.Sprintf("hairpin mismatch %s %c %c", pair, a, b)] = hairpinMismatches[t][k/4][k%4] - in - end
		}
		for b := range 4 {
			e[fmt.Sprintf("dangle %s %c after", pair, letters[b])] = danglesAfter[t][b]
			e[fmt.Sprintf("dangle %s %c before", pair, letters[b])] = danglesBefore[t][b]
		}
		for k, inner := range pairs {
			stack := fmt.Sprintf("stack %s on %s", pair, inner)
			e[stack] = stacks[t][k]
			e["bulge of 1, "+stack] = stacks[t][k] - end
			if weak(inner) {
				e["bulge of 1, "+stack] -= terminalAU
			}
		}
	}
	e.steps("hairpin", 0, hairpinLengths[:])
	e.steps("bulge", 1, bulgeLengths[:])
	e.steps("interior loop", 2, interiorLengths[:])
	e.steps("asymmetry", 1, []float64{60, 120, 180, 240, 300})
	e["interior loop of 1 × 1"], e["interior loop of 1 × 2"] = -45, 70 // means of their tables
	for a := range 4 {
		for b := range 4 { // 1 × 1 have no mismatches but GG
			name := fmt.Sprintf("interior loop %c × %c", letters[a], letters[b])
			e[name] = -(interiorMismatch[a][b] + interiorMismatch[b][a]) / 2
		}
	}
	e["interior loop G × G"] -= 190
	e["multiple loop"], e["multiple loop, branch"] = 930, -90
	const kT = 100 * 0.0019872 * 310.15
	w := make([]float64, rna.Extended)
	for k, name := range rna.ExtendedNames() {
		w[k] = -e[name] / kT
	}
	return w
}

// table has energies by the names of features, in hundredths of kcal/mol.
type table map[string]float64

// steps are the differences of energies by length.
func (e table) steps(family string, least int, lengths []float64) {
	before := 0.0
	for k, v := range lengths {
		e[fmt.Sprintf("%s of %d or more", family, k+least)] = v - before
		before = v
	}
}

const letters = "ACGU"

var pairs = [...]string{"AU", "CG", "GC", "GU", "UA", "UG"}

// weak tells whether a pair is none of C and G.
func weak(pair string) bool { return pair != "CG" && pair != "GC" }

const terminalAU, interiorAU = 50, 70

// The tables, by pairs and bases in their order. Hairpins of less than 3 bases, which are none, have 8 kcal/mol; those
// of 3 have the mean of mismatches, which they are without, in addition.
var (
	stacks = [6][6]float64{
		{-90, -220, -210, -60, -110, -140},
		{-210, -330, -240, -140, -210, -210},
		{-240, -340, -330, -150, -220, -250},
		{-130, -250, -210, -50, -140, 130},
		{-130, -240, -210, -100, -90, -130},
		{-100, -150, -140, 30, -60, -50},
	}
	hairpinMismatches = [6][4][4]float64{
		{{-30, -50, -30, -50}, {-10, -20, -10, -20}, {-120, -50, -110, -50}, {-10, -30, -10, -120}},
		{{-150, -150, -140, -150}, {-100, -110, -100, -80}, {-230, -150, -240, -150}, {-100, -140, -100, -210}},
		{{-110, -150, -130, -150}, {-110, -70, -110, -50}, {-250, -150, -220, -150}, {-110, -100, -110, -160}},
		{{20, -50, -30, -50}, {-10, -20, -10, -20}, {-100, -50, -110, -50}, {-10, -30, -10, -100}},
		{{-50, -30, -50, -30}, {-20, -10, -20, 0}, {-150, -30, -150, -30}, {-20, -10, -20, -90}},
		{{-50, -30, -60, -30}, {-20, -10, -20, 0}, {-90, -30, -110, -30}, {-20, -10, -20, -90}},
	}
	interiorMismatch = [4][4]float64{{0, 0, -80, 0}, {}, {-100, 0, -100, 0}, {0, 0, 0, -60}}
	danglesAfter     = [6][4]float64{
		{-80, -50, -80, -60}, {-170, -80, -170, -120}, {-110, -40, -130, -60},
		{-80, -50, -80, -60}, {-70, -10, -70, -10}, {-70, -10, -70, -10},
	}
	danglesBefore = [6][4]float64{
		{-30, -10, -20, -20}, {-20, -30, 0, 0}, {-50, -30, -20, -10},
		{-30, -10, -20, -20}, {-30, -30, -40, -20}, {-30, -30, -40, -20},
	}
	hairpinLengths = [31]float64{
		800, 800, 800, 620, 560, 570, 540, 600, 550, 640, 650, 660, 670, 680, 690, 690, 700, 710, 710, 720, 720, 730, 730,
		740, 740, 750, 750, 750, 760, 760, 770,
	}
	bulgeLengths = [30]float64{
		380, 280, 320, 360, 400, 440, 460, 470, 480, 490, 500, 510, 520, 530, 540, 540, 550, 550, 560, 570, 570, 580, 580,
		580, 590, 590, 600, 600, 600, 610,
	}
	interiorLengths = [29]float64{
		100, 100, 110, 200, 200, 210, 230, 240, 250, 260, 270, 280, 290, 290, 300, 310, 310, 320, 330, 330, 340, 340, 350,
		350, 350, 360, 360, 370, 370,
	}
)
