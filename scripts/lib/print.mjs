/** Prints one line about the scripts' own progress. */
export function print(line) {
  process.stdout.write(`${line}\n`)
}

/** Exits with a helpful message, without a stack trace. */
export function giveUp(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

/** Formats seconds: 0.4 s, 12 s. */
export function seconds(milliseconds) {
  const value = milliseconds / 1000
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`
}
