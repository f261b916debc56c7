# Fits by R's glmnet: Rscript glmnet.R X.npy Y.npy LAMBDAS.npy OUT INTERCEPT reads a threshold from each line of the
# standard input, prints the processor seconds of the fit as JSON, and writes the last model's weights and intercept as
# float64.
suppressMessages(library(glmnet))
args <- commandArgs(trailingOnly = TRUE)

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

x <- npy(args[1])
y <- npy(args[2])
asked <- file("stdin", "r")
while (length(line <- readLines(asked, 1)) > 0) {
  lambdas <- npy(args[3])
  gc()
  begun <- proc.time()
  times <- 0
  repeat { # what is short is repeated
    m <- glmnet(x, y, lambda = lambdas, standardize = FALSE, intercept = args[5] == "TRUE",
                thresh = as.numeric(gsub('"', "", line)), maxit = 1e7)
    times <- times + 1
    done <- proc.time()
    if (done[["elapsed"]] - begun[["elapsed"]] >= 0.05) break
  }
  last <- length(lambdas)
  writeBin(c(as.numeric(m$beta[, last]), as.numeric(m$a0[last])), args[4])
  seconds <- function(t) t[["user.self"]] + t[["sys.self"]]
  cat(sprintf('{"Fit": %g, "Wall": %g, "Times": %d}\n', (seconds(done) - seconds(begun)) / times,
              (done[["elapsed"]] - begun[["elapsed"]]) / times, as.integer(times)))
  flush(stdout())
}
