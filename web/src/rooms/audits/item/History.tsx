// An item's history: decisions and appeals, newest first.
import type { auditItemInfo } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import { lead } from '../../../ui/labels.ts'
import classes from './item.module.css'
import { State } from './State.tsx'

type Info = Answer<typeof auditItemInfo>

export function History({ decisions, appeals }: Pick<Info, 'decisions' | 'appeals'>) {
  const { t } = useTranslation('audits')
  const events = [
    ...decisions.map((one) => ({ at: one.decidedAt, key: one.reviewId, decision: one })),
    ...appeals.map((one) => ({ at: one.appealedAt, key: one.appealId, appeal: one })),
  ].toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <ol className={classes['history']} aria-label={t('log.history')}>
      {events.map((event) => (
        <li key={event.key}>
          <div className={classes['event']}>
            <Time at={event.at} />
            {'decision' in event ? (
              <>
                <State is={event.decision.decision} />
                <span>{t(`options.purpose.${event.decision.purpose}`)}</span>
                <b>{event.decision.decidedBy}</b>
              </>
            ) : (
              <span>{t(event.appeal.state === 'processed' ? 'log.appealAnswered' : 'log.appealWaits')}</span>
            )}
          </div>
          {'decision' in event ? (
            <>
              {event.decision.reason !== '' && (
                <Text>
                  {lead(t('log.told'))}
                  <bdi>{event.decision.reason}</bdi>
                </Text>
              )}
              {event.decision.note !== '' && (
                <Text c="dimmed">
                  {lead(t('log.noted'))}
                  <bdi>{event.decision.note}</bdi>
                </Text>
              )}
            </>
          ) : (
            <Text>
              <bdi>{event.appeal.text}</bdi>
            </Text>
          )}
        </li>
      ))}
    </ol>
  )
}
