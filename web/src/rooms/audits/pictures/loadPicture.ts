// Loads a picture under audit through the server, with the token; it must not be cached by the browser.
import { auditPicturePath } from '@greenroom/contract/audits'
import { basePath } from '@greenroom/contract/call'
import { readToken } from '../../../api/token.ts'
import type { Loaded } from './pictureCache.ts'

/** The address of picture `index` of an item; also its key. */
export const pictureAddress = (kind: string, itemId: string, index: number): string =>
  `${basePath}${auditPicturePath}?${new URLSearchParams({ kind, id: itemId, index: String(index) })}`

/** Loads and decodes a picture, so that it renders at once. A refusal throws the status. */
export async function loadPicture(address: string, signal: AbortSignal): Promise<Loaded> {
  const token = readToken()
  const response = await fetch(address, { signal, headers: token ? { token } : {} })
  if (!response.ok) {
    // A body that nobody reads keeps its connection, of which a browser has six.
    await response.body?.cancel()
    throw new Error(String(response.status))
  }
  const url = URL.createObjectURL(await response.blob())
  // Keep a reference, so that the decoded picture stays in memory.
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
  return {
    url,
    release: () => {
      image.src = ''
      // The element that showed it may still be loading it while its screen closes.
      setTimeout(() => URL.revokeObjectURL(url), 1_000)
    },
  }
}
