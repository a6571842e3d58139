// A picture under audit while it is shown: fetched with the token, kept in memory only, released afterwards.
import { useEffect, useState } from 'react'
import { loadPicture, pictureAddress } from '../queue/pictures/load.ts'

export type Shown = { state: 'waiting' } | { state: 'ready'; url: string } | { state: 'failed' }

/** Picture `index` of an item. */
export function usePrivatePicture(kind: string, itemId: string, index: number): Shown {
  const [shown, setShown] = useState<Shown>({ state: 'waiting' })
  useEffect(() => {
    const giveUp = new AbortController()
    let release: (() => void) | undefined
    setShown({ state: 'waiting' })
    loadPicture(pictureAddress(kind, itemId, index), giveUp.signal)
      .then((loaded) => {
        if (giveUp.signal.aborted) return loaded.release()
        release = loaded.release
        setShown({ state: 'ready', url: loaded.url })
      })
      .catch(() => {
        if (!giveUp.signal.aborted) setShown({ state: 'failed' })
      })
    return () => {
      giveUp.abort()
      release?.()
    }
  }, [kind, itemId, index])
  return shown
}
