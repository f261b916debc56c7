package figures

import (
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/proxlab/proxlab/figures/guard"
)

// EChartsEnv names a file to use as the chart library before looking elsewhere.
const EChartsEnv = "PROXLAB_ECHARTS"

// FindLibrary returns the path of the pinned chart library: the file that PROXLAB_ECHARTS names, or the one in
// node_modules of one of the given folders or above it, or of the clone that this package was built from, or the one in
// the cache. A file with other content is passed over, except that it is an error if PROXLAB_ECHARTS names it.
func FindLibrary(folders ...string) (path string, err error) {
	if named := os.Getenv(EChartsEnv); named != "" {
		return named, checkLibrary(named)
	}
	var tried []string
	try := func(path string) bool {
		tried = append(tried, path)
		return checkLibrary(path) == nil
	}
	if _, source, _, ok := runtime.Caller(0); ok && filepath.IsAbs(source) { // a notebook elsewhere finds its clone
		folders = append(folders, filepath.Dir(source))
	}
	for _, dir := range folders {
		for dir != "" {
			if p := filepath.Join(dir, "node_modules", "echarts", "dist", "echarts.min.js"); try(p) {
				return p, nil
			}
			up := filepath.Dir(dir)
			if up == dir {
				break
			}
			dir = up
		}
	}
	if cache, err := os.UserCacheDir(); err == nil {
		if p := filepath.Join(cache, "proxlab", "echarts-"+guard.EChartsVersion+".min.js"); try(p) {
			return p, nil
		}
	}
	return "", fmt.Errorf("the chart library echarts %s is in none of %q: run `npm ci`, or name its echarts.min.js in %s",
		guard.EChartsVersion, tried, EChartsEnv)
}

func checkLibrary(path string) error {
	js, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	sum := sha512.Sum384(js)
	if got := "sha384-" + base64.StdEncoding.EncodeToString(sum[:]); got != guard.EChartsIntegrity {
		return fmt.Errorf("%s is not echarts %s: its integrity is %s", path, guard.EChartsVersion, got)
	}
	return nil
}

// The loader sets window.proxlabECharts to a promise of the library, once, and window.proxlab to what draws with it.
// Inside a function whose parameters shadow define, module and exports the library sets window.echarts, with or without
// require.js.

// EmbeddedLoader returns a script element that carries the library itself, gzipped: charts then draw offline.
func EmbeddedLoader(path string) (string, error) {
	js, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	z, err := gzipped(js)
	if err != nil {
		return "", err
	}
	return `<script>window.proxlabECharts=window.proxlabECharts||(async()=>{` +
		`const z=Uint8Array.from(atob("` + base64.StdEncoding.EncodeToString(z) + `"),c=>c.charCodeAt(0));` +
		`const js=await new Response(new Blob([z]).stream().pipeThrough(new DecompressionStream("gzip"))).text();` +
		`const s=document.createElement("script");s.textContent="(function(define,module,exports){"+js+"\n}).call(window)";` +
		`document.head.appendChild(s);return window.echarts})();` + chartScript + `</script>`, nil
}

// packed keeps the library as gzipped last: every page of a report has the same.
var packed struct {
	sync.Mutex
	sum [sha512.Size384]byte
	z   []byte
}

// gzipped compresses the library, once.
func gzipped(js []byte) ([]byte, error) {
	packed.Lock()
	defer packed.Unlock()
	sum := sha512.Sum384(js)
	if packed.z != nil && packed.sum == sum {
		return packed.z, nil
	}
	var z bytes.Buffer
	w, _ := gzip.NewWriterLevel(&z, gzip.BestCompression)
	if _, err := w.Write(js); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	packed.sum, packed.z = sum, z.Bytes()
	return packed.z, nil
}

// LinkedLoader returns a script element that loads the library from the public CDN, checked by its integrity hash.
func LinkedLoader() string {
	return `<script>window.proxlabECharts=window.proxlabECharts||(async()=>{` +
		`const r=await fetch("` + guard.EChartsCDN + `",{integrity:"` + guard.EChartsIntegrity + `"});` +
		`const js=await r.text();` +
		`const s=document.createElement("script");s.textContent="(function(define,module,exports){"+js+"\n}).call(window)";` +
		`document.head.appendChild(s);return window.echarts})();` +
		`window.proxlabECharts.catch(()=>{});` + chartScript + `</script>`
}
