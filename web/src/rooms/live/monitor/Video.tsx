// A broadcast's stream, without sound: by the browser itself where it can, else by hls.js, which is loaded only here.
import type Hls from 'hls.js'
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './monitor.module.css'

/** Settings for tiles: close to live, no back buffer, the smallest rendition that fills the tile. */
const settings = {
  capLevelToPlayerSize: true,
  startLevel: 0,
  maxBufferLength: 6,
  maxMaxBufferLength: 10,
  backBufferLength: 0,
  liveSyncDurationCount: 2,
}

const isNative = (video: HTMLVideoElement) => video.canPlayType('application/vnd.apple.mpegurl') !== ''

/** Plays `src` in the element. @returns a function that stops it. */
function play(video: HTMLVideoElement, src: string, failed: () => void): () => void {
  let hls: Hls | undefined
  let over = false
  const byScript = async () => {
    const { default: Player } = await import('hls.js/light')
    if (over) return
    if (!Player.isSupported()) return failed()
    hls = new Player(settings)
    hls.on(Player.Events.ERROR, (_, { fatal }) => fatal && failed())
    hls.loadSource(src)
    hls.attachMedia(video)
  }
  const otherwise = () => {
    video.removeEventListener('error', otherwise)
    if (over) return
    video.removeAttribute('src')
    void byScript().catch(failed)
  }
  // Moving the element in the document stops it.
  const goOn = () => void (!over && video.play().catch(() => {}))
  video.addEventListener('pause', goOn)
  if (isNative(video)) {
    video.addEventListener('error', otherwise)
    video.src = src
  } else otherwise()
  return () => {
    over = true
    video.removeEventListener('pause', goOn)
    video.removeEventListener('error', otherwise)
    hls?.destroy()
    video.removeAttribute('src')
    video.load()
  }
}

/** `failed` is called if it can't be played. */
export function Video({ src, failed }: { src: string; failed: () => void }) {
  const element = useRef<HTMLVideoElement>(null)
  const whenFailed = useEffectEvent(failed)
  useEffect(() => (element.current ? play(element.current, src, () => whenFailed()) : undefined), [src])
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a moderator's view without sound
  return (
    <video ref={element} className={styles['video']} muted autoPlay playsInline disablePictureInPicture aria-hidden />
  )
}
