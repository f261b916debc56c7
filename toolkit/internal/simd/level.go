package simd

import (
	"fmt"
	"os"
)

// Level is an instruction set that the kernels are written for.
type Level int

// The levels, each with all that those before it have.
const (
	Plain  Level = iota // Go
	AVX2                // with FMA and BMI2, 256 bits
	AVX512              // F, DQ, VL and BW, 512 bits
)

var names = [...]string{"plain", "avx2", "avx512"}

func (l Level) String() string { return names[l] }

// Env names the environment variable that pins a level by its name.
const Env = "PROXLAB_KERNEL"

// level is what runs; wrong says what Env has that cannot be.
var level, wrong = choose(os.Getenv(Env), best())

// Running is the level that runs: the widest that the processor has, or what PROXLAB_KERNEL asks for. The error is that
// the variable has no such word, or one that the processor or the build has not.
func Running() (Level, error) { return level, wrong }

// choose is the level asked for, or the best and an error.
func choose(asked string, best Level) (Level, error) {
	if asked == "" {
		return best, nil
	}
	for l, name := range names {
		switch {
		case name != asked:
		case Level(l) > best:
			return best, fmt.Errorf("%s=%s: the widest kernels here are %s; unset it", Env, asked, best)
		default:
			return Level(l), nil
		}
	}
	return best, fmt.Errorf("%s=%q: it is plain, avx2 or avx512, or not set", Env, asked)
}
