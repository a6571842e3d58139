// The newest snapshot; another one comes over it when it has been loaded, so that nothing flickers.
import { useEffect, useState } from 'react'
import { fileUrl } from '../../../session/cookies.ts'
import styles from './monitor.module.css'

/** Of two pictures, the one below is what was shown before. */
export function Picture({ url }: { url: string }) {
  const [shown, setShown] = useState<{ now: string; before: string }>({ now: '', before: '' })
  useEffect(() => {
    if (url === '' || url === shown.now) return
    let over = false
    const image = new Image()
    image.src = fileUrl(url)
    // What can't be loaded leaves the one before.
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
