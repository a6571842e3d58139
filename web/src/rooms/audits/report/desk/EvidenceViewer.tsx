// Viewer for the current report's pictures: the wheel zooms, dragging moves, arrows show the others.
import { CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStateOf } from '../../../../ui/useStateOf.ts'
import { usePanAndZoom } from '../../queue/single/usePanAndZoom.ts'
import { flat, type Transform } from '../../queue/single/zoom.ts'
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
  const [transform, setTransform] = useStateOf<Transform>(address, flat)
  const { frame, handlers } = usePanAndZoom(setTransform)

  const name = t('audits:report.pictureOf', { number: index + 1, of: addresses.length })
  return (
    <section className={classes['viewer']} aria-label={name}>
      <header>
        <span>{name}</span>
        <CloseButton size="sm" aria-label={t('common:close')} onClick={() => setViewer(undefined)} />
      </header>
      <div ref={frame} className={classes['viewerFrame']} data-large={transform.scale > 1 || undefined} {...handlers}>
        {shown.state === 'ready' ? (
          <img
            src={shown.url}
            alt={name}
            draggable={false}
            style={{ transform: `translate(${transform.x}px, ${transform.y}px) scale(${transform.scale})` }}
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
