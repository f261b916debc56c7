package plan

import (
	"sync"
	"time"
)

// syncer brings the files of a folder to the disk once a second, all in one go: a process that is killed loses nothing,
// and a power cut the last second, which the checksums tell.
type syncer struct {
	dir   string
	wake  chan struct{}
	ended sync.WaitGroup
	stop  chan struct{}
}

func newSyncer(dir string) *syncer {
	s := &syncer{dir: dir, wake: make(chan struct{}, 1), stop: make(chan struct{})}
	s.ended.Go(s.run)
	return s
}

// soon says that files were written.
func (s *syncer) soon() {
	select {
	case s.wake <- struct{}{}:
	default: // it is said already
	}
}

func (s *syncer) run() {
	for {
		select {
		case <-s.stop:
			return
		case <-s.wake:
		}
		select {
		case <-s.stop:
			s.soon() // close does it
			return
		case <-time.After(time.Second):
			_ = syncFolder(s.dir) // a disk that fails says so when it is written to
		}
	}
}

// close brings what is left to the disk.
func (s *syncer) close() error {
	close(s.stop)
	s.ended.Wait()
	select {
	case <-s.wake:
		return syncFolder(s.dir)
	default:
		return nil
	}
}
