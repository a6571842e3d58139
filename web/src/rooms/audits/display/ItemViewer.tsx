// Picture viewer: wheel and keys zoom, dragging moves, t rotates.
import { ActionIcon } from '@mantine/core'
import { IconRefresh, IconRotateClockwise, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import { memo, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../../session/shortcuts.ts'
import { useLatest } from '../../../ui/behaviour/useLatest.ts'
import { useStateOf } from '../../../ui/behaviour/useStateOf.ts'
import { Picture } from '../pictures/QueuePicture.tsx'
import { usePanAndZoom } from '../pictures/usePanAndZoom.ts'
import { flat, rotate, type Transform, zoomIn, zoomOut, zoomToggle } from '../pictures/zoom.ts'
import { usePicture, usePictures } from '../queue/workbench.ts'
import classes from './singleItem.module.css'

/** Height to width of the frame. */
const ratioOf = (frame: HTMLElement | null): number => (frame ? frame.clientHeight / Math.max(1, frame.clientWidth) : 1)

export function Viewer({ address, name }: { address: string; name: string }) {
  const pictures = usePictures()
  const [transform, setTransform] = useStateOf<Transform>(address, flat)
  const { frame, handlers } = usePanAndZoom(setTransform)
  const [ratio, setRatio] = useState(1)
  const failed = usePicture(address).state === 'failed'
  const latest = {
    zoomIn: () => setTransform(zoomIn),
    zoomOut: () => setTransform(zoomOut),
    zoomReset: () => setTransform(flat),
    turn: () => {
      setRatio(ratioOf(frame.current))
      setTransform(rotate)
    },
    retry: () => pictures.retry(address),
  }
  const act = useLatest(latest)

  useShortcut('zoom', 'audits:queue.keys.zoom', () => setTransform(zoomToggle))
  useShortcut('+', 'audits:queue.keys.zoomIn', latest.zoomIn)
  useShortcut('-', 'audits:queue.keys.zoomOut', latest.zoomOut)
  useShortcut('wholePicture', 'audits:queue.keys.zoomReset', latest.zoomReset)
  useShortcut('turn', 'audits:queue.keys.rotate', latest.turn)
  useShortcut('reload', 'audits:queue.keys.retry', latest.retry, () => failed)

  // A rotated picture must fit, too.
  const sideways = transform.angle % 180 !== 0
  const fit = sideways ? Math.min(ratio, 1 / ratio) : 1
  return (
    <div className={classes['viewer']}>
      <div ref={frame} className={classes['frame']} data-large={transform.scale > 1 || undefined} {...handlers}>
        <div
          className={classes['picture']}
          style={{
            transform: `translate(${transform.x}px, ${transform.y}px) scale(${transform.scale * fit}) rotate(${transform.angle}deg)`,
          }}
        >
          <Picture address={address} name={name} />
        </div>
      </div>
      <Tools failed={failed} act={act} />
    </div>
  )
}

type Act = Record<'zoomIn' | 'zoomOut' | 'zoomReset' | 'turn' | 'retry', () => void>

/** The same element for every picture; only replaced if there is none. */
const Tools = memo(function Tools({ failed, act }: { failed: boolean; act: Readonly<RefObject<Act>> }) {
  const { t } = useTranslation('audits')
  const retry = t('queue.keys.retry')
  return (
    <div className={classes['tools']} role="toolbar" aria-label={t('queue.picture.tools')}>
      {failed ? (
        <ActionIcon aria-label={retry} title={retry} onClick={() => act.current.retry()}>
          <IconRefresh size={17} />
        </ActionIcon>
      ) : (
        <>
          <Tool icon={IconZoomIn} name={t('queue.keys.zoomIn')} run={() => act.current.zoomIn()} />
          <Tool icon={IconZoomOut} name={t('queue.keys.zoomOut')} run={() => act.current.zoomOut()} />
          <Tool icon={IconZoomReset} name={t('queue.keys.zoomReset')} run={() => act.current.zoomReset()} />
          <Tool icon={IconRotateClockwise} name={t('queue.keys.rotate')} run={() => act.current.turn()} />
        </>
      )}
    </div>
  )
})

function Tool({ icon: Sign, name, run }: { icon: typeof IconZoomIn; name: string; run: () => void }) {
  return (
    <ActionIcon aria-label={name} title={name} onMouseDown={(event) => event.preventDefault()} onClick={run}>
      <Sign size={17} />
    </ActionIcon>
  )
}
