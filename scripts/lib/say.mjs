/** Prints one line about what the scripts themselves do. */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Ends the script with a message that tells what to do, and no stack. */
export function giveUp(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

/** Seconds for people: 0.4 s, 12 s. */
export function seconds(milliseconds) {
  const value = milliseconds / 1000
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`
}
