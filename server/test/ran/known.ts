// Places with SQL that no test needs to run, by file and name, and why.

export const known: Readonly<Record<string, string>> = {
  'app/simulationStore.ts markFilled': 'after three months of the village, which the browser tests run',
}
