// Notices beside the items: lost connection, refused decisions, and, for screen readers, the last action and the next item.
import { nameOf } from '@greenroom/contract/sentences/words'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { whyOutcome } from '../../../session/refusalReasons.ts'
import { lead } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { scoreText } from '../../../ui/values/Score.tsx'
import { type FailedDecision, focused } from '../bench/queueDesk.ts'
import { lastActionOf } from './lastAction.ts'
import classes from './queue.module.css'
import { useSeen, useWorkbench } from './workbench.ts'

export function Lost() {
  const { bench } = useWorkbench()
  const { t } = useTranslation('audits')
  const unsent = useSeen((seen) => (seen.lost ? seen.unsent : undefined))
  if (unsent === undefined) return null
  return (
    <div className={classes['notice']} data-tone="waiting" role="alert">
      <IconPlugConnectedX size={17} aria-hidden />
      <span>
        {t('queue.lost.title')} {unsent > 0 && t('queue.lost.unsent', { count: unsent })}
      </span>
      <Button variant="default" size="compact-sm" onClick={bench.retry}>
        {t('queue.lost.retry')}
      </Button>
    </div>
  )
}

export function FailedDecisions() {
  const { bench } = useWorkbench()
  const { t } = useTranslation(['audits', 'common'])
  const failures = useSeen(({ desk }) => desk.failures)
  if (failures.length === 0) return null
  return (
    <section
      className={classes['notice']}
      data-tone="bad"
      role="alert"
      aria-label={t('audits:queue.failedDecisions.label')}
    >
      <IconAlertTriangle size={17} aria-hidden />
      <div className={classes['failures']}>
        <strong>{t('audits:queue.failedDecisions.title', { count: failures.length })}</strong>
        <ul>
          {failures.map((one) => (
            <One key={`${one.review.reviewId} ${one.meant}`} failure={one} />
          ))}
        </ul>
      </div>
      <Button variant="default" size="compact-sm" onClick={bench.dismiss}>
        {t('common:close')}
      </Button>
    </section>
  )
}

function One({ failure: { review, meant, code, message, ...why } }: { failure: FailedDecision }) {
  const { t } = useTranslation('audits')
  return (
    <li>
      <PersonLink person={review.user} /> {lead(t(`queue.meant.${meant}`))}
      {whyOutcome({ errorCode: code, errorMsg: message, ...why })}
    </li>
  )
}

/** For screen readers only. */
export function Announcer() {
  const { kind, templates } = useWorkbench()
  const { t, i18n } = useTranslation('audits')
  const lastAction = useSeen((seen) => seen.lastAction)
  const next = useSeen(({ desk }) => focused(desk))
  const done =
    lastAction &&
    (lastAction.what === 'released'
      ? t('queue.said.released')
      : lastActionOf({
          what: lastAction.what,
          kind,
          people: lastAction.people,
          template: templates.find(({ templateId }) => templateId === lastAction.templateId),
        }))
  const then = next && {
    name: nameOf({ id: next.user.userId, nickname: next.user.nickname }),
    score: scoreText(next.score, i18n.language),
  }
  return (
    <p className="visually-hidden" role="status" aria-live="polite" aria-atomic>
      {done === undefined ? '' : then ? t('queue.said.next', { done, ...then }) : t('queue.said.last', { done })}
    </p>
  )
}
