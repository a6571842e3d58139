// Chooses the tiles that play their stream: as many as the machine can decode without using a full core.
import { useEffect, useState } from 'react'
import { keyOf, type Placed } from './wall.ts'

/** Software decoding takes some hundredths of a core per stream; with rendering, this many fit into one core. */
const bySoftware = 6

/** Portrait, as sent by phones. */
const usual = {
  contentType: 'video/mp4; codecs="avc1.64001e"',
  width: 360,
  height: 640,
  bitrate: 800_000,
  framerate: 15,
}

/** Maximum number of streams: all with hardware decoding, else a few. */
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

/** True while this tab is visible. */
export function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const look = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return visible
}

/** The tiles that play: the current one, then the riskiest. */
export function playing(placed: readonly Placed[], current: string | undefined, limit: number): ReadonlySet<string> {
  const able = placed.filter(({ tile, ended }) => !ended && tile.hlsUrl !== '').map(({ tile }) => keyOf(tile))
  const first = able.filter((key) => key === current)
  return new Set([...first, ...able.filter((key) => key !== current)].slice(0, limit))
}
