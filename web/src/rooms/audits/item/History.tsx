// An item's history: decisions and appeals, newest first.
import type { auditItemInfo } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import { useTranslation } from 'react-i18next'
import { lead } from '../../../ui/labels.ts'
import { Story } from '../../../ui/Story.tsx'
import { State } from './State.tsx'

type Info = Answer<typeof auditItemInfo>

export function History({ decisions, appeals }: Pick<Info, 'decisions' | 'appeals'>) {
  const { t } = useTranslation('audits')
  const lines = [
    ...decisions.map((one) => ({
      at: one.decidedAt,
      what: <State is={one.decision} />,
      by: one.decidedBy,
      more: t(`options.purpose.${one.purpose}`),
      details: (
        <>
          {one.reason !== '' && (
            <p>
              {lead(t('log.sent'))}
              <bdi>{one.reason}</bdi>
            </p>
          )}
          {one.note !== '' && (
            <p>
              {lead(t('log.noted'))}
              <bdi>{one.note}</bdi>
            </p>
          )}
        </>
      ),
    })),
    ...appeals.map((one) => ({
      at: one.appealedAt,
      what: t(one.state === 'processed' ? 'log.appealAnswered' : 'log.appealWaits'),
      details: (
        <p>
          <bdi>{one.text}</bdi>
        </p>
      ),
    })),
  ].toSorted((one, other) => other.at.localeCompare(one.at))
  return <Story title={t('log.history')} none={t('log.noHistory')} of={lines} />
}
