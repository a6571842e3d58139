// Viewer for the current report's pictures: the wheel zooms, dragging moves, arrows show the others.
import { CloseButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flat, pan, zoomAt, zoomToggle } from '../../queue/single/zoom.ts'
import { usePicture } from '../../queue/work.ts'
import classes from '../report.module.css'
import type { Report } from './desk.ts'
import { picturesOf, useWorking } from './work.ts'

export function EvidenceViewer({ report, index }: { report: Report; index: number }) {
  const { setViewer } = useWorking()
  const { t } = useTranslation(['audits', 'common'])
  const addresses = picturesOf(report)
  const address = addresses[index] ?? ''
  const shown = usePicture(address)
  const [place, setPlace] = useState(flat)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => setPlace(flat), [address])

  // Only a non-passive listener can keep the page from scrolling.
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top, width, height } = box.getBoundingClientRect()
      const [x, y] = [event.clientX - left - width / 2, event.clientY - top - height / 2]
      setPlace((now) => zoomAt(now, Math.exp(-event.deltaY / 400), x, y))
    }
    box.addEventListener('wheel', onWheel, { passive: false })
    return () => box.removeEventListener('wheel', onWheel)
  }, [])

  const name = t('audits:report.pictureOf', { number: index + 1, of: addresses.length })
  return (
    <section className={classes['viewer']} aria-label={name}>
      <header>
        <span>{name}</span>
        <CloseButton size="sm" aria-label={t('common:close')} onClick={() => setViewer(undefined)} />
      </header>
      <div
        ref={frame}
        className={classes['viewerFrame']}
        data-large={place.scale > 1 || undefined}
        onDoubleClick={() => setPlace(zoomToggle)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
          const { movementX, movementY } = event
          setPlace((now) => pan(now, movementX, movementY))
        }}
      >
        {shown.state === 'ready' ? (
          <img
            src={shown.url}
            alt={name}
            draggable={false}
            style={{ transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale})` }}
          />
        ) : (
          <span className={classes['dim']}>
            {shown.state === 'failed' ? t('audits:report.pictureFailed', { name }) : t('common:loading')}
          </span>
        )}
      </div>
    </section>
  )
}
