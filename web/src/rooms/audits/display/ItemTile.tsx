// One item of the grid. A decided item keeps its place and shows the decision.
import { nameOf } from '@greenroom/contract/sentences/words'
import { IconCheck, IconPlayerSkipForward, IconStack2, IconUserCheck, IconX } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '../../../ui/behaviour/useLatest.ts'
import { Tag } from '../../../ui/StatusBadge.tsx'
import type { Mark, Review } from '../bench/queueDesk.ts'
import { picturesOf } from '../pictures/neededPictures.ts'
import { Mosaic } from '../pictures/QueuePicture.tsx'
import { MachineLabels, Score, Waits } from '../queue/machineView.tsx'
import { useWorkbench } from '../queue/workbench.ts'
import classes from './itemGrid.module.css'

export const tileId = (reviewId: string) => `tile-${reviewId}`

const signs = { passed: IconCheck, failed: IconX, skipped: IconPlayerSkipForward, lost: IconUserCheck } as const

type Props = {
  review: Review
  mark: Mark['what'] | undefined
  focused: boolean
  chosen: boolean
  onPick: (id: string, event: React.MouseEvent) => void
  onToggle: (id: string) => void
  onOpen: () => void
}

/** Handlers are read on use, so that a tile only re-renders when its item changes. */
export function Tile(props: Props) {
  const latest = useLatest(props)
  const handlers = useMemo(
    () => ({
      onPick: (id: string, event: React.MouseEvent) => latest.current.onPick(id, event),
      onToggle: (id: string) => latest.current.onToggle(id),
      onOpen: () => latest.current.onOpen(),
    }),
    [latest],
  )
  const { clear } = useWorkbench()
  const { review, mark, focused, chosen } = props
  return (
    <Drawn
      review={review}
      mark={mark}
      focused={focused}
      chosen={chosen}
      clear={clear === review.reviewId}
      {...handlers}
    />
  )
}

const Drawn = memo(function Drawn(props: Props & { clear: boolean }) {
  const { review, mark, focused, chosen, clear } = props
  const { t } = useTranslation('audits')
  const { user, text } = review
  const name = nameOf({ id: user.userId, nickname: user.nickname })
  const Sign = mark && signs[mark]
  return (
    // The list around the tiles handles the same actions by keyboard.
    <div
      id={tileId(review.reviewId)}
      role="option"
      aria-selected={chosen}
      aria-disabled={mark !== undefined}
      className={classes['tile']}
      data-focused={focused || undefined}
      data-chosen={chosen || undefined}
      data-mark={mark}
      data-review={review.reviewId}
      onClick={(event) => props.onPick(review.reviewId, event)}
      onDoubleClick={props.onOpen}
    >
      <div className={classes['content']} data-clear={clear || undefined}>
        {review.pictureUrls.length > 0 && (
          <div className={classes['pictures']}>
            <Mosaic addresses={picturesOf(review)} nameOf={(number) => t('queue.picture.of', { name, number })} />
          </div>
        )}
        {text !== '' && (
          <p dir="auto" className={review.pictureUrls.length > 0 ? classes['underText'] : classes['text']}>
            {text}
          </p>
        )}
      </div>
      <div className={classes['caption']}>
        <span className={classes['who']}>
          <span dir="auto" className={classes['name']} title={name}>
            <bdi>{user.nickname || user.userId}</bdi>
          </span>
          <Waits since={review.waitingSince} />
        </span>
        <span className={classes['machine']}>
          <Score score={review.score} />
          <span className={classes['labels']}>
            {review.appeal && <Tag tone="info">{t('queue.appeal')}</Tag>}
            <MachineLabels of={review.labels} />
          </span>
        </span>
      </div>
      {mark === undefined && review.alike > 0 && (
        <span className={classes['stack']} title={t('queue.heap.more', { count: review.alike })}>
          <IconStack2 size={14} aria-hidden />
          <span aria-hidden>{review.alike}</span>
          <span className="visually-hidden">{t('queue.heap.more', { count: review.alike })}</span>
        </span>
      )}
      {mark === undefined && (
        <span
          className={classes['tick']}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            props.onToggle(review.reviewId)
          }}
        >
          <IconCheck size={14} stroke={3} />
        </span>
      )}
      {Sign && (
        <span className={classes['sign']}>
          <Sign size={20} stroke={2.4} aria-hidden />
          {t(`queue.mark.${mark}`)}
        </span>
      )}
    </div>
  )
})
