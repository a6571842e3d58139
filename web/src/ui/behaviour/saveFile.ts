/** Saves what is at an address as a file; the server names it unless `name` does. */
export function saveAddress(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Saves a file that the page made. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  saveAddress(address, name)
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves a file from an answer. */
export function saveAnswer({ fileName, mime, base64 }: { fileName: string; mime: string; base64: string }): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
  saveBlob(fileName, new Blob([bytes], { type: mime }))
}

/** A file's name from a title. */
export const fileNameOf = (title: string, kind: 'csv' | 'png'): string =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}.${kind}`
