// Gives a picture or a link to the phone's share sheet; where there is none, the picture is saved and the link copied.
import { copyText } from '../behaviour/copyText.ts'
import { fileNameOf, saveBlob } from '../behaviour/saveFile.ts'

export type Shared = 'shared' | 'saved' | 'copied' | 'cancelled'

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Shares with the sheet; undefined where the browser has none for this, or refuses it. */
async function withSheet(data: ShareData): Promise<Shared | undefined> {
  if (!navigator.canShare?.(data)) return undefined
  try {
    await navigator.share(data)
    return 'shared'
  } catch (error) {
    return isCancelled(error) ? 'cancelled' : undefined
  }
}

export async function sharePicture(title: string, picture: Blob, text?: string): Promise<Shared> {
  const name = fileNameOf(title, 'png')
  const file = new File([picture], name, { type: 'image/png' })
  const done = await withSheet({ files: [file], title, ...(text !== undefined && { text }) })
  if (done) return done
  saveBlob(name, picture)
  return 'saved'
}

export async function shareLink(title: string, url: string): Promise<Shared> {
  const done = await withSheet({ title, url })
  if (done) return done
  await copyText(url)
  return 'copied'
}
