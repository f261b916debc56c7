# What our R scripts share: reading .npy files, and seconds as JSON.

npy <- function(path) {
  f <- file(path, "rb")
  readBin(f, "raw", 8)
  size <- readBin(f, "integer", 1, size = 2, endian = "little")
  header <- readChar(f, size)
  shape <- as.integer(strsplit(gsub("[^0-9,]", "", sub(".*'shape': *\\(([^)]*)\\).*", "\\1", header)), ",")[[1]])
  x <- readBin(f, "double", prod(shape), endian = "little")
  close(f)
  if (length(shape) == 2) matrix(x, shape[1], shape[2], byrow = TRUE) else x
}

# timed is the line of what a piece of work takes, the mean where it is short.
timed <- function(work) {
  gc()
  begun <- proc.time()
  times <- 0
  repeat {
    work()
    times <- times + 1
    done <- proc.time()
    if (done[["elapsed"]] - begun[["elapsed"]] >= 0.05) break
  }
  seconds <- function(t) t[["user.self"]] + t[["sys.self"]]
  sprintf('{"Fit": %g, "Wall": %g, "Times": %d}\n', (seconds(done) - seconds(begun)) / times,
          (done[["elapsed"]] - begun[["elapsed"]]) / times, as.integer(times))
}
