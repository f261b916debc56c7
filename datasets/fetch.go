package datasets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
)

// Progress is told how many bytes of a download there are, of how many in all (−1 where unknown).
type Progress func(done, total int64)

// Fetch downloads the files of a set that are not at hand yet into the cache and returns the paths of all. A partial
// download is kept and resumed; a complete one takes its name only after its checksum was verified. A download with a
// wrong checksum is kept as <file>.rejected.
func Fetch(ctx context.Context, e Entry, progress func(f File) Progress) ([]string, error) {
	var paths []string
	for _, f := range e.Files {
		path, err := Locate(e, f)
		var missing *NotFoundError
		switch {
		case err == nil:
		case !errors.As(err, &missing):
			return paths, err
		case f.URL == "":
			return paths, err
		default:
			dir, err := CacheFolder()
			if err != nil {
				return paths, err
			}
			path = filepath.Join(dir, filepath.FromSlash(f.Path))
			if err := download(ctx, f, path, progress(f)); err != nil {
				return paths, fmt.Errorf("data set %s: %w", e.Name, err)
			}
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// download gets one file through <path>.part.
func download(ctx context.Context, f File, path string, progress Progress) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	part := path + ".part"
	out, err := os.OpenFile(part, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }() // Sync tells whether all was written
	if err := transfer(ctx, f.URL, out, progress); err != nil {
		if info, e := out.Stat(); e == nil && info.Size() > 0 {
			return fmt.Errorf("%w; what has come is kept in %s and the next fetch goes on from there", err, part)
		}
		return errors.Join(fmt.Errorf("%w; without a network, place the file as $%s/%s", err, Env, f.Path), os.Remove(part))
	}
	if err := out.Sync(); err != nil {
		return err
	}
	if err := Verify(part, f); err != nil {
		if os.Rename(part, path+".rejected") == nil {
			err = fmt.Errorf("%w (the download is kept as %s.rejected)", err, path)
		}
		return err
	}
	return os.Rename(part, path)
}

// transfer appends to out what it lacks of the content behind url.
func transfer(ctx context.Context, url string, out *os.File, progress Progress) error {
	have, err := out.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err // names the address
	}
	defer res.Body.Close()
	switch res.StatusCode {
	case http.StatusPartialContent:
	case http.StatusRequestedRangeNotSatisfiable: // complete already
		return nil
	case http.StatusOK: // from the start
		if err := out.Truncate(0); err != nil {
			return err
		}
		if have, err = out.Seek(0, io.SeekStart); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%s: the server answers %s", url, res.Status)
	}
	total := int64(-1)
	if res.ContentLength >= 0 {
		total = have + res.ContentLength
	}
	_, err = io.Copy(out, &counted{r: res.Body, done: have, total: total, progress: progress})
	return err
}

// counted reports what passes through it.
type counted struct {
	r           io.Reader
	done, total int64
	progress    Progress
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.done += int64(n)
	if c.progress != nil {
		c.progress(c.done, c.total)
	}
	return n, err
}
