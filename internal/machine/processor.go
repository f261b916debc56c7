// Package machine says what the program runs on: the processor, the instructions that results depend on, memory, and
// the processor time used.
package machine

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/cpu"
)

// Processor returns the model of the processor, or its architecture where the model is not known.
func Processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// Level names what rounding depends on: the architecture, the level that the program was built for (GOAMD64 and its
// like), and on amd64 whether the processor fuses multiplications with additions, as math.Exp then does. Programs of
// one source on machines of one level give results that are equal bit for bit.
func Level() string {
	out := runtime.GOARCH
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GO"+strings.ToUpper(runtime.GOARCH) {
				out += " " + s.Value
			}
		}
	}
	if cpu.X86.HasAVX && cpu.X86.HasFMA {
		out += " fma"
	}
	return out
}
