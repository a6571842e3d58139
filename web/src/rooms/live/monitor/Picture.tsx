// The newest snapshot; the next one is placed over it once loaded, to avoid flicker.
import { useEffect, useState } from 'react'
import { fileUrl } from '../../../session/cookies.ts'
import styles from './monitor.module.css'

/** Of two pictures, the lower one is the previous. */
export function Picture({ url }: { url: string }) {
  const [shown, setShown] = useState<{ now: string; before: string }>({ now: '', before: '' })
  useEffect(() => {
    if (url === '' || url === shown.now) return
    let over = false
    const image = new Image()
    image.src = fileUrl(url)
    // If loading fails, the previous one stays.
    image.decode().then(
      () => !over && setShown(({ now }) => ({ now: url, before: now })),
      () => {},
    )
    return () => {
      over = true
    }
  }, [url, shown.now])
  return (
    <span className={styles['pictures']} aria-hidden>
      {shown.before && <img key={shown.before} src={fileUrl(shown.before)} alt="" />}
      {shown.now && <img key={shown.now} src={fileUrl(shown.now)} alt="" data-newest />}
    </span>
  )
}
