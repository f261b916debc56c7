//go:build !unix

package machine

import "time"

var started = time.Now()

// ProcessorSeconds returns the time since the program began, where the system does not tell that of the processor.
func ProcessorSeconds() float64 { return time.Since(started).Seconds() }
