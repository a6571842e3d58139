/** A fetch (for text addresses) that tries the next server when the last one did not answer. */
export function anyOf(urls: readonly string[]): typeof fetch {
  let current = 0
  return async (input, init) => {
    const tried = current
    const address = (input as string).replace(urls[0]!, urls[tried]!)
    try {
      const response = await fetch(address, init)
      if (response.status >= 500 && current === tried) current = (tried + 1) % urls.length
      return response
    } catch (error) {
      if (current === tried) current = (tried + 1) % urls.length
      throw error
    }
  }
}
