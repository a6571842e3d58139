/** A fetch (of addresses that are text) that goes to the address that answers: of several servers, the next one when the last did not. */
export function anyOf(urls: readonly string[]): typeof fetch {
  let current = 0
  return async (input, init) => {
    const tried = current
    const wanted = (input as string).replace(urls[0]!, urls[tried]!)
    try {
      const response = await fetch(wanted, init)
      if (response.status >= 500 && current === tried) current = (tried + 1) % urls.length
      return response
    } catch (error) {
      if (current === tried) current = (tried + 1) % urls.length
      throw error
    }
  }
}
