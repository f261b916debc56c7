# Fits by R's glmnet: Rscript glmnet.R X.npy Y.npy LAMBDAS.npy OUT INTERCEPT reads a threshold from each line of the
# standard input, prints the processor seconds of the fit as JSON, and writes the last model's weights and intercept as
# float64.
suppressMessages(library(glmnet))
args <- commandArgs(trailingOnly = TRUE)

source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "npy.R"))

x <- npy(args[1])
y <- npy(args[2])
asked <- file("stdin", "r")
while (length(line <- readLines(asked, 1)) > 0) {
  lambdas <- npy(args[3])
  m <- NULL
  told <- timed(function() {
    m <<- glmnet(x, y, lambda = lambdas, standardize = FALSE, intercept = args[5] == "TRUE",
                 thresh = as.numeric(gsub('"', "", line)), maxit = 1e7)
  })
  last <- length(lambdas)
  writeBin(c(as.numeric(m$beta[, last]), as.numeric(m$a0[last])), args[4])
  cat(told)
  flush(stdout())
}
