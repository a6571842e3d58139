// Which tiles play their stream: as many as the viewer's machine decodes without using up a core.
import { useEffect, useState } from 'react'
import { keyOf, type Placed } from './wall.ts'

/** Decoded by the processor, a stream costs some hundredths of a core; with what draws them, so many fit into one. */
const bySoftware = 6

/** Portrait, as phones send it. */
const usual = {
  contentType: 'video/mp4; codecs="avc1.64001e"',
  width: 360,
  height: 640,
  bitrate: 800_000,
  framerate: 15,
}

/** How many streams may play at once: all where the machine has a part for it, else a few. */
export function useStreamLimit(): number {
  const [limit, setLimit] = useState(bySoftware)
  useEffect(() => {
    let over = false
    navigator.mediaCapabilities?.decodingInfo({ type: 'media-source', video: usual }).then(
      ({ powerEfficient }) => !over && powerEfficient && setLimit(Number.POSITIVE_INFINITY),
      () => {},
    )
    return () => {
      over = true
    }
  }, [])
  return limit
}

/** Whether this tab is looked at. */
export function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const look = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return visible
}

/** The tiles that play: the one in hand, then the riskiest. */
export function playing(placed: readonly Placed[], current: string | undefined, limit: number): ReadonlySet<string> {
  const able = placed.filter(({ tile, ended }) => !ended && tile.hlsUrl !== '').map(({ tile }) => keyOf(tile))
  const first = able.filter((key) => key === current)
  return new Set([...first, ...able.filter((key) => key !== current)].slice(0, limit))
}
