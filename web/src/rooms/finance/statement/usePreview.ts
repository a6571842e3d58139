// Reads the beginning and the end of a chosen file.
import { useEffect, useState } from 'react'
import { fileText } from '../../../format/fileText.ts'
import type { Mapping } from './parts.tsx'
import { type Preview, previewOf } from './preview.ts'

const bytes = 16_384

/** What the file says by this mapping; undefined until both are chosen, and if its text cannot be read. `found` is told each new one. */
export function usePreview(
  file: File | null,
  settings: Mapping['settings'] | undefined,
  found: (preview: Preview) => void,
): Preview | undefined {
  const [read, setRead] = useState<{ file: File; settings: Mapping['settings']; preview: Preview }>()
  useEffect(() => {
    if (!file || !settings) return undefined
    let isLatest = true
    // A part may end within a letter: what stands after its last line break is left out.
    const whole = async (from: number, to: number) => {
      const part = new Uint8Array(await file.slice(from, to).arrayBuffer())
      const begin = from === 0 ? 0 : part.indexOf(10) + 1
      const end = to >= file.size ? part.length : part.lastIndexOf(10) + 1
      return (await fileText(new Blob([part.slice(begin, Math.max(begin, end))]))) ?? ''
    }
    Promise.all([
      whole(0, Math.min(bytes, file.size)),
      file.size > bytes ? whole(Math.max(bytes, file.size - bytes), file.size) : '',
    ]).then(
      ([head, tail]) => {
        if (!isLatest) return
        const preview = previewOf(head, tail, settings)
        setRead({ file, settings, preview })
        found(preview)
      },
      () => {},
    )
    return () => {
      isLatest = false
    }
    // biome-ignore lint: the newest `found` is called for a new file or mapping only
  }, [file, settings])
  return read && read.file === file && read.settings === settings ? read.preview : undefined
}
