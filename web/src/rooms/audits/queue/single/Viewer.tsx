// A picture under the glass: the wheel and the keys zoom, dragging moves, r turns it.
import { ActionIcon } from '@mantine/core'
import { IconRefresh, IconRotateClockwise, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../../../session/shortcuts.ts'
import { Picture } from '../pictures/Picture.tsx'
import { usePicture, usePictures } from '../work.ts'
import classes from './single.module.css'
import { flat, type Glass, pan, rotate, zoomAt, zoomIn, zoomOut, zoomToggle } from './zoom.ts'

export function Viewer({ address, name }: { address: string; name: string }) {
  const pictures = usePictures()
  const { t } = useTranslation('audits')
  const [glass, setGlass] = useState<Glass>(flat)
  const frame = useRef<HTMLDivElement>(null)
  const failed = usePicture(address).state === 'failed'
  const turn = () => (failed ? pictures.retry(address) : setGlass(rotate))

  useShortcut('z', 'audits:queue.keys.zoom', () => setGlass(zoomToggle))
  useShortcut('+', 'audits:queue.keys.zoomIn', () => setGlass(zoomIn))
  useShortcut('-', 'audits:queue.keys.zoomOut', () => setGlass(zoomOut))
  useShortcut('0', 'audits:queue.keys.zoomReset', () => setGlass(flat))
  useShortcut('r', failed ? 'audits:queue.keys.retry' : 'audits:queue.keys.rotate', turn)

  // The page must not scroll meanwhile, which only a listener that is not passive can prevent.
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top, width, height } = box.getBoundingClientRect()
      const [x, y] = [event.clientX - left - width / 2, event.clientY - top - height / 2]
      setGlass((now) => zoomAt(now, Math.exp(-event.deltaY / 400), x, y))
    }
    box.addEventListener('wheel', onWheel, { passive: false })
    return () => box.removeEventListener('wheel', onWheel)
  }, [])

  // A picture on its side must fit as well.
  const sideways = glass.angle % 180 !== 0
  const ratio = frame.current ? frame.current.clientHeight / Math.max(1, frame.current.clientWidth) : 1
  const fit = sideways ? Math.min(ratio, 1 / ratio) : 1
  return (
    <div className={classes['viewer']}>
      <div
        ref={frame}
        className={classes['frame']}
        data-large={glass.scale > 1 || undefined}
        onDoubleClick={() => setGlass(zoomToggle)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) {
            const { movementX, movementY } = event
            setGlass((now) => pan(now, movementX, movementY))
          }
        }}
      >
        <div
          className={classes['glass']}
          style={{
            transform: `translate(${glass.x}px, ${glass.y}px) scale(${glass.scale * fit}) rotate(${glass.angle}deg)`,
          }}
        >
          <Picture address={address} name={name} />
        </div>
      </div>
      <div className={classes['tools']} role="toolbar" aria-label={t('queue.picture.tools')}>
        {failed ? (
          <ActionIcon aria-label={t('queue.keys.retry')} title={t('queue.keys.retry')} onClick={turn}>
            <IconRefresh size={17} />
          </ActionIcon>
        ) : (
          <>
            <Tool icon={IconZoomIn} name={t('queue.keys.zoomIn')} run={() => setGlass(zoomIn)} />
            <Tool icon={IconZoomOut} name={t('queue.keys.zoomOut')} run={() => setGlass(zoomOut)} />
            <Tool icon={IconZoomReset} name={t('queue.keys.zoomReset')} run={() => setGlass(flat)} />
            <Tool icon={IconRotateClockwise} name={t('queue.keys.rotate')} run={turn} />
          </>
        )}
      </div>
    </div>
  )
}

function Tool({ icon: Sign, name, run }: { icon: typeof IconZoomIn; name: string; run: () => void }) {
  return (
    <ActionIcon aria-label={name} title={name} onMouseDown={(event) => event.preventDefault()} onClick={run}>
      <Sign size={17} />
    </ActionIcon>
  )
}
