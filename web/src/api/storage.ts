/**
 * Keeps a text in the browser, or removes it if undefined. Storage that is full or disabled is no fault: what is kept then lasts as long as the
 * page.
 */
export function keepText(storage: Storage, key: string, text: string | undefined): void {
  try {
    if (text === undefined) storage.removeItem(key)
    else storage.setItem(key, text)
  } catch {
    // As said above.
  }
}
