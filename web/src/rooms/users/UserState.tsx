// A user's state with its end, whether they are online, and staff's flags.
import type { RecordOf } from '@greenroom/contract/call'
import type { userList } from '@greenroom/contract/users'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../format/Time.tsx'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge, Tag } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import classes from './users.module.css'

export type UserRow = RecordOf<typeof userList>
export type UserState = UserRow['state']

const key = (state: UserState) => `users:options.state.${state.replace(' ', '_')}`

/** The state only. */
export function State({ state }: { state: UserState }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.user[state]}>{label(key(state))}</StatusBadge>
}

/** The state, and a ban's remaining time; its end on hover. */
export function StateWithEnd({ state, until }: { state: UserState; until: string | null }) {
  const { t } = useTranslation('users')
  return (
    <span className={classes['state']}>
      <State state={state} />
      {state !== 'normal' && (
        <span className={classes['until']}>{until === null ? t('forGood') : <Ago at={until} />}</span>
      )}
    </span>
  )
}

const flags = ['certified', 'marketAudit', 'security', 'internal'] as const

/** Flags set by staff; empty if there are none. */
export function Flags({ user }: { user: Pick<UserRow, (typeof flags)[number]> }) {
  const { label } = useLabels()
  return (
    <span className={classes['flags']}>
      {flags
        .filter((flag) => user[flag])
        .map((flag) => (
          <Tag key={flag} tone={flag === 'certified' ? 'good' : flag === 'security' ? 'waiting' : 'info'}>
            {label(`users:options.flag.${flag}`)}
          </Tag>
        ))}
    </span>
  )
}

/** Whether the user is online, in colour and text. */
export function Online({ online }: { online: boolean }) {
  const { t } = useTranslation('users')
  return <StatusBadge tone={online ? 'good' : 'neutral'}>{online ? t('online') : t('offline')}</StatusBadge>
}

/** The app's risk level of the user; coloured from 1 on. */
export function RiskLevel({ level }: { level: number }) {
  if (level === 0) return <span className={classes['until']}>0</span>
  return <Tag tone={level >= 4 ? 'bad' : 'waiting'}>{String(level)}</Tag>
}
