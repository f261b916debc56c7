package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/proxlab/proxlab/datasets/source"
)

// transfer brings a file from its server, in as many tries as it takes.
type transfer struct {
	Fetcher
	file     source.File
	part     *part
	progress Progress
	client   *http.Client
	resumed  bool // the part is of more than one response
}

// newClient takes what is sent as it is, and follows redirects, but not out of an encrypted connection.
func newClient() *http.Client {
	const header, redirects = 64 << 10, 10
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression, t.DisableKeepAlives, t.MaxResponseHeaderBytes = true, true, header
	return &http.Client{Transport: t, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		switch {
		case len(via) >= redirects:
			return final{fmt.Errorf("%d redirects, one after another", redirects)}
		case via[0].URL.Scheme == "https" && req.URL.Scheme != "https":
			return final{fmt.Errorf("a redirect out of the encrypted connection, to %s", req.URL)}
		}
		return nil
	}}
}

// run tries until the file is there, and for so long as there is more of it than there was: what comes again after it
// was thrown away is nothing new, but for what was there before the first try.
func (t *transfer) run(ctx context.Context) error {
	most, fails := t.part.have, 0
	for came := false; ; {
		err := t.once(ctx)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("%s: %w", t.file.URL, context.Cause(ctx))
		case errors.As(err, new(final)):
			return err
		case t.part.have > most:
			most, fails, came = t.part.have, 0, true
		default:
			fails++
			if !came {
				most = t.part.have
			}
		}
		if fails >= t.Tries {
			return fmt.Errorf("%w (%d tries in a row brought nothing)", err, fails)
		}
		pause := t.pause(fails, err)
		if end, _ := ctx.Deadline(); time.Until(end) < pause {
			return fmt.Errorf("%w; the next try could be in %v, which is too late", err, pause.Round(time.Second))
		}
		t.Notice("%v; trying again in %v", err, pause.Round(time.Second/10))
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// pause is the time to the next try, drawn from a range so that many clients do not come at once.
func (t *transfer) pause(fails int, err error) time.Duration {
	const most = 2 * time.Minute
	var status *statusError
	if errors.As(err, &status) && status.after > 0 {
		return status.after
	}
	wait := min(most, t.Wait<<min(max(fails-1, 0), 20))
	return wait/2 + rand.N(wait/2+1)
}

// once asks for what is missing. A server that sends nothing for too long is left.
func (t *transfer) once(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(t.Idle, func() { cancel(fmt.Errorf("the server has sent nothing for %v", t.Idle)) })
	defer idle.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.file.URL, nil)
	if err != nil {
		return final{err}
	}
	req.Header.Set("Accept-Encoding", "identity")
	req.Header.Set("User-Agent", "proxlab")
	if t.part.have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", t.part.have))
		if v := t.part.of.validator(); v != "" {
			req.Header.Set("If-Range", v)
		}
	}
	res, err := t.client.Do(req)
	if err != nil {
		return t.unreached(ctx, err)
	}
	defer res.Body.Close()
	complete, err := t.accept(res)
	if complete || err != nil {
		return err
	}
	if err := t.receive(res.Body, idle); err != nil {
		if ctx.Err() != nil && !errors.As(err, new(final)) {
			err = context.Cause(ctx)
		}
		return fmt.Errorf("%s: %w", t.file.URL, err)
	}
	return nil
}

// unreached tells what is wrong with the way to a server, and whether another try may help.
func (t *transfer) unreached(ctx context.Context, err error) error {
	if said := (*url.Error)(nil); errors.As(err, &said) {
		err = fmt.Errorf("%s: %w", t.file.URL, said.Err)
		if said.URL != t.file.URL {
			err = fmt.Errorf("%s, which redirects to %s: %w", t.file.URL, said.URL, said.Err)
		}
	}
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", t.file.URL, context.Cause(ctx))
	case errors.As(err, &name) && name.IsNotFound, errors.As(err, &certificate):
		return final{err}
	}
	return err
}

// statusError is an answer other than the file.
type statusError struct {
	url, status string
	after       time.Duration // when to come again; 0 where the server does not say
}

// Error names the address and the answer.
func (e *statusError) Error() string {
	return fmt.Sprintf("%s: the server answers %s", e.url, e.status)
}

// accept looks at an answer, and makes the part ready for what comes. Where nothing is missing it says so.
func (t *transfer) accept(res *http.Response) (complete bool, err error) {
	switch res.StatusCode {
	case http.StatusPartialContent:
		return false, t.goOn(res)
	case http.StatusRequestedRangeNotSatisfiable:
		_, total, ok := contentRange(res)
		if t.part.have > 0 && (!ok || total == t.part.have) {
			t.resumed = true
			return true, nil
		}
		return false, t.restart("there is more than the server has")
	case http.StatusOK:
		if err := t.isFile(res); err != nil {
			return false, err
		}
		t.resumed = false
		if err := t.part.begin(wholeOf(t.file.URL, res, res.ContentLength)); err != nil {
			return false, final{err}
		}
		return false, t.room(res.ContentLength)
	}
	e := &statusError{url: t.file.URL, status: res.Status, after: retryAfter(res)}
	switch res.StatusCode {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return false, e
	}
	return false, final{e}
}

// goOn accepts the rest of a file, where it is of the same file and from the right place.
func (t *transfer) goOn(res *http.Response) error {
	from, total, ok := contentRange(res)
	switch {
	case !ok || from != t.part.have:
		return t.restart("the server sends another part than was asked for")
	case t.part.of.differs(wholeOf(t.file.URL, res, total)):
		return t.restart("the server has another file by now")
	}
	if err := t.isFile(res); err != nil {
		return err
	}
	t.resumed = true
	if t.part.of.Total < 0 && total >= 0 {
		t.part.of.Total = total
	}
	return t.room(res.ContentLength)
}

// restart forgets the part; the next try asks for the whole.
func (t *transfer) restart(why string) error {
	if err := t.part.empty(); err != nil {
		return final{err}
	}
	return fmt.Errorf("%s: %s: beginning anew", t.file.URL, why)
}

var errTooLarge = errors.New("the server sends more than a file may have: nothing of it is kept")

// room tells whether so many bytes more may come; −1 is not known.
func (t *transfer) room(more int64) error {
	if more > t.MaxBytes-t.part.have {
		return final{fmt.Errorf("%s: %d bytes: %w", t.file.URL, t.part.have+more, errTooLarge)}
	}
	return t.enough(filepath.Dir(t.part.path), max(0, more))
}

// isFile refuses a page: what stands between a network and its users answers with one.
func (t *transfer) isFile(res *http.Response) error {
	kind, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";")
	if strings.EqualFold(strings.TrimSpace(kind), "text/html") {
		return final{fmt.Errorf("%s: a web page came in the place of the file (%s): does the network ask for a login, or "+
			"has the file moved?", t.file.URL, res.Request.URL)}
	}
	return nil
}

// receive appends what comes to the part. Each piece that comes gives the server time anew.
func (t *transfer) receive(body io.Reader, idle *time.Timer) error {
	buffer := make([]byte, 1<<16)
	for {
		n, err := body.Read(buffer)
		if n > 0 {
			idle.Reset(t.Idle)
		}
		if t.part.have+int64(n) > t.MaxBytes {
			return final{fmt.Errorf("more than %d bytes: %w", t.MaxBytes, errTooLarge)}
		}
		if _, err := t.part.Write(buffer[:n]); err != nil {
			return final{err}
		}
		if t.progress != nil && n > 0 {
			t.progress(t.part.have, t.part.of.Total)
		}
		switch {
		case errors.Is(err, io.EOF) && t.part.of.Total > t.part.have, errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("the connection ended before the file did: %w", io.ErrUnexpectedEOF)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// contentRange reads "bytes 10-99/100", or "bytes */100".
func contentRange(res *http.Response) (from, total int64, ok bool) {
	text, found := strings.CutPrefix(res.Header.Get("Content-Range"), "bytes ")
	place, all, cut := strings.Cut(text, "/")
	first, _, _ := strings.Cut(place, "-")
	if from, err := strconv.ParseInt(first, 10, 64); err == nil || first == "*" {
		total, err := strconv.ParseInt(all, 10, 64)
		if err != nil {
			total = -1
		}
		return from, total, found && cut && (err == nil || all == "*")
	}
	return 0, -1, false
}

// retryAfter reads when to come again, as seconds or a date.
func retryAfter(res *http.Response) time.Duration {
	text := res.Header.Get("Retry-After")
	if s, err := strconv.ParseInt(text, 10, 32); err == nil {
		return max(0, time.Duration(s)*time.Second)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
