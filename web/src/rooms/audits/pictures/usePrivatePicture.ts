// A picture under audit while it is shown: fetched with the token, kept in memory only, released afterwards.
import { useEffect } from 'react'
import { useStateOf } from '../../../ui/useStateOf.ts'
import { loadPicture, pictureAddress } from '../queue/pictures/load.ts'

export type Shown = { state: 'waiting' } | { state: 'ready'; url: string } | { state: 'failed' }

const waiting: Shown = { state: 'waiting' }

/** Picture `index` of an item. */
export function usePrivatePicture(kind: string, itemId: string, index: number): Shown {
  const address = pictureAddress(kind, itemId, index)
  const [shown, setShown] = useStateOf<Shown>(address, waiting)
  useEffect(() => {
    const giveUp = new AbortController()
    let release: (() => void) | undefined
    loadPicture(address, giveUp.signal)
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
  }, [address])
  return shown
}
