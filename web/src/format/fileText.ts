const decoders = ['utf-8', 'gb18030'].map((name) => new TextDecoder(name, { fatal: true }))

/**
 * A text file's content, as UTF-8 or else as GB18030, which Chinese banks write; undefined for any other encoding: read as UTF-8, its
 * letters would be lost without a word.
 */
export async function fileText(file: Blob): Promise<string | undefined> {
  const bytes = await file.arrayBuffer()
  for (const decoder of decoders) {
    try {
      const text = decoder.decode(bytes)
      if (!text.includes('\0')) return text
    } catch {
      // Another encoding.
    }
  }
  return undefined
}
