# One fit by R's glmnet: Rscript glmnet.R X.npy Y.npy LAMBDAS.npy THRESH OUT INTERCEPT prints its processor seconds as
# JSON and writes the last model's weights and intercept as float64.
library(glmnet)
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

begun <- proc.time()
x <- npy(args[1])
y <- npy(args[2])
lambdas <- npy(args[3])
loaded <- proc.time()
m <- glmnet(x, y, lambda = lambdas, standardize = FALSE, intercept = args[6] == "TRUE",
            thresh = as.numeric(args[4]), maxit = 1e7)
done <- proc.time()
last <- length(lambdas)
writeBin(c(as.numeric(m$beta[, last]), as.numeric(m$a0[last])), args[5])
seconds <- function(t) t[["user.self"]] + t[["sys.self"]]
cat(sprintf('{"Load": %g, "Fit": %g, "Wall": %g}\n', seconds(loaded) - seconds(begun), seconds(done) - seconds(loaded),
            done[["elapsed"]] - loaded[["elapsed"]]))
