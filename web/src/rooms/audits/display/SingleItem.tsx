// One item, large: its pictures in the viewer, the certified one beside them, its text and its appeal; the user's record at the side.
import { nameOf } from '@greenroom/contract/sentences/words'
import { startTransition, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import { useShortcut } from '../../../session/shortcuts.ts'
import { useStateOf } from '../../../ui/behaviour/useStateOf.ts'
import { focused, type Review } from '../bench/queueDesk.ts'
import { certifiedOf, picturesOf } from '../pictures/neededPictures.ts'
import { Mosaic, Picture } from '../pictures/QueuePicture.tsx'
import { afterFrame } from '../queue/afterFrame.ts'
import { Record } from '../queue/ItemRecord.tsx'
import { arrowAllowed } from '../queue/keyGuards.ts'
import { MachineLabels, Score, Waits } from '../queue/machineView.tsx'
import { useSeen, useWorkbench } from '../queue/workbench.ts'
import { Viewer } from './ItemViewer.tsx'
import classes from './singleItem.module.css'

export function Single() {
  const { bench } = useWorkbench()
  const review = useSeen(({ desk }) => focused(desk))
  useShortcut('ArrowRight', 'audits:queue.keys.next', () => bench.move(1), arrowAllowed)
  useShortcut('ArrowLeft', 'audits:queue.keys.back', () => bench.move(-1), arrowAllowed)
  if (!review) return null
  return (
    <div className={classes['single']} data-review={review.reviewId}>
      <Item review={review} />
      <Beside user={review.user} />
    </div>
  )
}

/** The user's record: rendered after the picture, and never the previous user's. */
function Beside({ user }: { user: Review['user'] }) {
  const [drawn, setDrawn] = useState(user)
  useEffect(() => {
    let left = false
    afterFrame(() => {
      if (!left) startTransition(() => setDrawn(user))
    })
    return () => {
      left = true
    }
  }, [user])
  return (
    <div className={classes['besideItem']} data-late={drawn.userId !== user.userId || undefined}>
      <Record key={drawn.userId} user={drawn} />
    </div>
  )
}

function Item({ review }: { review: Review }) {
  const { clear } = useWorkbench()
  const { t } = useTranslation('audits')
  const { user, text, appeal, pictureUrls } = review
  const name = nameOf({ id: user.userId, nickname: user.nickname })
  const hasPictures = pictureUrls.length > 0
  return (
    <article className={classes['item']} aria-label={t('queue.itemOf', { name })}>
      {hasPictures && (
        <div className={classes['pictures']} data-clear={clear === review.reviewId || undefined}>
          <Pictures review={review} name={name} />
          <Certified review={review} name={name} />
        </div>
      )}
      {text !== '' && (
        <p dir="auto" className={hasPictures ? classes['caption'] : classes['text']}>
          {text}
        </p>
      )}
      {appeal && (
        <section className={classes['appeal']} aria-label={t('queue.appeal')}>
          <h2>
            {t('queue.appeal')} <Time at={appeal.appealedAt} brief />
          </h2>
          <p dir="auto">{appeal.text || '–'}</p>
          <p className={classes['earlier']}>{t('queue.earlier', { reason: appeal.reason || '–' })}</p>
        </section>
      )}
      <footer className={classes['foot']}>
        <Score score={review.score} />
        <MachineLabels of={review.labels} />
        <span className={classes['space']} />
        <span>
          {t('queue.waits')} <Waits since={review.waitingSince} />
        </span>
        <span>
          {t('queue.submitted')} <Time at={review.submittedAt} brief />
        </span>
      </footer>
    </article>
  )
}

/** One of several pictures is in the viewer; < and > switch. */
function Pictures({ review, name }: { review: Review; name: string }) {
  const { t } = useTranslation('audits')
  const [at, setAt] = useStateOf(review.reviewId, 0)
  const strip = useRef<HTMLDivElement>(null)
  const addresses = picturesOf(review)
  const count = addresses.length
  const turn = (by: number) => setAt((now) => (now + by + count) % count)
  useShortcut('previousPicture', 'audits:queue.keys.previousPicture', () => turn(-1))
  useShortcut('nextPicture', 'audits:queue.keys.nextPicture', () => turn(1))
  const address = addresses[at] ?? addresses[0]!
  return (
    <figure className={classes['figure']}>
      <Viewer address={address} name={t('queue.picture.of', { name, number: at + 1 })} />
      {count > 1 && (
        <div ref={strip} className={classes['strip']} role="group" aria-label={t('queue.picture.all')}>
          {addresses.map((one, number) => (
            <button
              key={one}
              type="button"
              className={classes['thumb']}
              aria-pressed={number === at}
              aria-label={t('queue.picture.of', { name, number: number + 1 })}
              onClick={() => setAt(number)}
            >
              <Picture address={one} name="" />
            </button>
          ))}
        </div>
      )}
    </figure>
  )
}

function Certified({ review, name }: { review: Review; name: string }) {
  const { t } = useTranslation('audits')
  const addresses = certifiedOf(review)
  if (addresses.length === 0) return null
  return (
    <figure className={classes['figure']} data-beside>
      <figcaption className={classes['beside']}>{t('queue.certified')}</figcaption>
      <div className={classes['still']}>
        <Mosaic addresses={addresses} nameOf={(number) => t('queue.picture.certified', { name, number })} />
      </div>
    </figure>
  )
}
