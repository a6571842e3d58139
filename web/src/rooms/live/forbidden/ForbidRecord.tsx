// A user's record: escalation step, warnings and broadcast bans.
import type { Answer } from '@greenroom/contract/call'
import type { liveUserInfo } from '@greenroom/contract/live'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { wallReason } from '../../../format/codeNames.ts'
import { Time } from '../../../format/Time.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Story } from '../../../ui/Story.tsx'
import classes from '../live.module.css'
import { type Forbid, ForbidState, Length } from './ForbidState.tsx'

type Info = Answer<typeof liveUserInfo>
type Place = Info['ladder']

/** Why a step is suggested, as one message. */
export function useWhySuggested() {
  const { t } = useTranslation('live')
  const { label } = useLabels()
  return ({ days, warningCount, forbidCount, suggestedHours }: Place) =>
    t('ladder.why', {
      bans: t('ladder.bans', { count: forbidCount }),
      warnings: t('ladder.warnings', { count: warningCount }),
      days,
      length: label(`live:options.hours.${suggestedHours}`),
    })
}

export function Ladder({ of }: { of: Place }) {
  const { t } = useTranslation('live')
  const why = useWhySuggested()
  return (
    <section>
      <h3 className={classes['heading']}>{t('ladder.title')}</h3>
      <p className={classes['reason']}>{why(of)}</p>
    </section>
  )
}

/** Warnings, newest first; `named` if they may be of several users. */
export function Warnings({ of, named }: { of: Info['warningRows']; named?: true }) {
  const { t } = useTranslation('live')
  return (
    <Story
      title={t('warnings')}
      none={t('noWarnings')}
      of={of.map((warning) => ({
        at: warning.at,
        by: warning.by,
        more: named && <PersonLink person={warning.user} />,
        details: (
          <>
            <p>{wallReason(warning.reason)}</p>
            <Where liveId={warning.liveId} callId={warning.callId} />
          </>
        ),
      }))}
    />
  )
}

/** Broadcast bans, newest first. */
export function Forbids({ of }: { of: readonly Omit<Forbid, 'can'>[] }) {
  const { t } = useTranslation('live')
  return (
    <Story
      title={t('forbids')}
      none={t('noForbids')}
      of={of.map((forbid) => ({
        at: forbid.at,
        what: <Length hours={forbid.hours} />,
        by: forbid.by,
        more: <ForbidState state={forbid.state} />,
        details: (
          <>
            <p>{wallReason(forbid.reason)}</p>
            <Where liveId={forbid.liveId} callId={null} />
            {forbid.endReason !== '' && (
              <p className={classes['aside']}>
                <Time at={forbid.endedAt} /> <b>{forbid.endedBy}</b> {forbid.endReason}
              </p>
            )}
          </>
        ),
      }))}
    />
  )
}

/** The broadcast or call that it was about. */
function Where({ liveId, callId }: { liveId: string | null; callId: string | null }) {
  const { t } = useTranslation('live')
  if (liveId === null && callId === null) return null
  const [to, words] =
    liveId !== null
      ? [`/live/records?liveId=${encodeURIComponent(liveId)}`, t('columns.liveId')]
      : [`/live/calls?callId=${encodeURIComponent(callId ?? '')}`, t('columns.callId')]
  return (
    <p className={classes['aside']}>
      {words}{' '}
      <Anchor component={Link} to={to} inherit>
        <bdi dir="ltr">{liveId ?? callId}</bdi>
      </Anchor>
    </p>
  )
}
