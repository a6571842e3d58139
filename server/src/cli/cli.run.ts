/** Runs a command and sets its exit code: its result, or 2 with the message if it throws. */
export function runCommand(main: () => Promise<number>): void {
  // A command may throw before it waits for anything.
  const started = async () => main()
  started().then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 2
    },
  )
}
