# Fits by R's glmnet: Rscript glmnet.R X.npy Y.npy LAMBDAS.npy OUT INTERCEPT LOSS RATIO FOLDS reads a threshold from each
# line of the standard input, prints the processor seconds of the fit as JSON, and writes weights and intercept of every λ,
# class by class, as float64. FOLDS above 0 are those of cv.glmnet, which fits the whole path beside them.
suppressMessages(library(glmnet))
args <- commandArgs(trailingOnly = TRUE)

source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "npy.R"))

x <- npy(args[1])
y <- npy(args[2])
family <- c(squared = "gaussian", logistic = "binomial")[args[6]]
if (is.na(family)) family <- args[6]
if (family %in% c("binomial", "multinomial")) y <- factor(y)
if (family == "cox") y <- cbind(time = abs(y), status = y > 0)
folds <- as.integer(args[8])
asked <- file("stdin", "r")
while (length(line <- readLines(asked, 1)) > 0) {
  lambdas <- npy(args[3])
  m <- NULL
  settings <- list(x, y, family = family, lambda = lambdas, alpha = as.numeric(args[7]), standardize = FALSE,
                   intercept = args[5] == "TRUE", type.multinomial = "grouped",
                   thresh = as.numeric(gsub('"', "", line)), maxit = 1e7)
  told <- timed(function() {
    m <<- if (folds > 0) do.call(cv.glmnet, c(settings, nfolds = folds))$glmnet.fit else do.call(glmnet, settings)
  })
  stopifnot(length(m$lambda) == length(lambdas))
  beta <- if (is.list(m$beta)) m$beta else list(m$beta)
  a0 <- if (is.null(m$a0)) matrix(0, 1, length(lambdas)) else matrix(m$a0, length(beta))
  weights <- vapply(seq_along(beta), function(k) rbind(as.matrix(beta[[k]]), a0[k, ]), matrix(0, ncol(x) + 1, length(lambdas)))
  writeBin(as.numeric(aperm(weights, c(1, 3, 2))), args[4])
  cat(told)
  flush(stdout())
}
