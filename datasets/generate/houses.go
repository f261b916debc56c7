package generate

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
)

// houseSales is how many sales the table of WriteHouses has.
const houseSales = 300

// WriteHouses writes a table to try things on, as CSV with a header: made-up sales of houses with ten features, six of
// which matter for the price (in thousands), and the kind of house (flat, terraced or detached), which depends on its
// size and garden. The same seed gives the same table.
func WriteHouses(w io.Writer, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 97))
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "size,rooms,age,garden,distance,quiet,floor,balcony,parking,noise,kind,price")
	for range houseSales {
		z := make([]float64, 10)
		for j := range z {
			z[j] = rng.NormFloat64()
		}
		z[1] = 0.7*z[0] + 0.5*z[1] // more rooms in larger houses
		z[3] = 0.4*z[0] + 0.9*z[3]
		price := 320 + 60*z[0] + 12*z[1] - 20*z[2] + 15*z[3] - 35*z[4] + 8*z[5] + 25*rng.NormFloat64()
		kind := "flat"
		switch score := z[0] + z[3] + 0.4*rng.NormFloat64(); {
		case score > 1.2:
			kind = "detached"
		case score > -0.3:
			kind = "terraced"
		}
		fmt.Fprintf(out, "%.0f,%.2f,%.0f,%.0f,%.1f,%.2f,%.2f,%.2f,%.2f,%.2f,%s,%.1f\n",
			110+25*z[0], 4+z[1], 30+12*z[2], 200+60*z[3], 8+3*z[4], z[5], z[6], z[7],
			z[8], z[9], kind, price)
	}
	return out.Flush()
}
