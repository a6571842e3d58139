/** A file name from a title. */
const fileName = (name: string, kind: string) =>
  `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}.${kind}`

/** Downloads a file. */
export function saveBlob(name: string, kind: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(name, kind)
  link.click()
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
