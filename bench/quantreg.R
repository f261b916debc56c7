# Quantile regression with ‖w‖₁ by R's quantreg: Rscript quantreg.R X.npy Y.npy OUT TAU LAMBDA reads a tolerance from each
# line of the standard input, prints the processor seconds of the fit as JSON, and writes weights and intercept as float64.
# Its rows of the penalty count half: they are medians of residuals of 0.
suppressMessages(library(quantreg))
args <- commandArgs(trailingOnly = TRUE)
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "npy.R"))

x <- npy(args[1])
y <- npy(args[2])
strength <- c(0, rep(2 * length(y) * as.numeric(args[5]), ncol(x)))
asked <- file("stdin", "r")
while (length(line <- readLines(asked, 1)) > 0) {
  eps <- as.numeric(gsub('"', "", line))
  m <- NULL
  told <- timed(function() m <<- rq.fit.lasso(cbind(1, x), y, tau = as.numeric(args[4]), lambda = strength, eps = eps))
  writeBin(as.numeric(c(m$coefficients[-1], m$coefficients[1])), args[3])
  cat(told)
  flush(stdout())
}
