/** Several at a time, so that server and database both work. */
export async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const rest = [...all]
  const worker = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one)
  }
  await Promise.all([worker(), worker(), worker()])
}
