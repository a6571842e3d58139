// Gets a picture under audit through the server, which asks for the token: nobody else's browser may keep it.
import { auditPicturePath } from '@greenroom/contract/audits'
import { basePath } from '@greenroom/contract/call'
import { readToken } from '../../../../api/token.ts'
import type { Loaded } from './cache.ts'

/** Where picture `index` of an item is, which serves as its key too. */
export const pictureAddress = (kind: string, itemId: string, index: number): string =>
  `${basePath}${auditPicturePath}?${new URLSearchParams({ kind, id: itemId, index: String(index) })}`

/** The picture at an address, decoded: it is drawn at once when its turn comes. What the server refuses is its status. */
export async function loadPicture(address: string, signal: AbortSignal): Promise<Loaded> {
  const token = readToken()
  const response = await fetch(address, { signal, headers: token ? { token } : {} })
  if (!response.ok) throw new Error(String(response.status))
  const url = URL.createObjectURL(await response.blob())
  // Kept, so that the decoded picture stays.
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
      URL.revokeObjectURL(url)
    },
  }
}
