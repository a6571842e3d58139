// Parts of a ban, wherever bans are shown.
import type { RecordOf } from '@greenroom/contract/call'
import { type banLogList, deviceUnban, userUnban } from '@greenroom/contract/users'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

export type Ban = RecordOf<typeof banLogList>

export function BanState({ state }: { state: Ban['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.ban[state]}>{label(`users:options.ban.${state}`)}</StatusBadge>
}

/** Whom it stops: a person, or a device. */
export function Banned({ ban }: { ban: Ban }) {
  if (ban.userId !== null) return <PersonLink userId={ban.userId} name={ban.nickname} />
  return <Code>{ban.deviceId ?? ''}</Code>
}

/** Until when; a ban without an end says so. */
export function Until({ until }: { until: string | null }) {
  const { t } = useTranslation('users')
  return until === null ? t('forGood') : <Time at={until} brief />
}

/** Frees those whom the bans stop; one outcome for each ban. */
export async function liftBans(bans: readonly Ban[], reason: string) {
  const users = [...new Set(bans.flatMap(({ userId }) => (userId === null ? [] : [userId])))]
  const devices = [
    ...new Set(bans.flatMap(({ userId, deviceId }) => (userId === null && deviceId !== null ? [deviceId] : []))),
  ]
  const found = new Map<number | string, { ok: boolean; errorCode?: number | undefined }>()
  const read = (answer: {
    outcomes: readonly { id: number | string; ok: boolean; errorCode?: number | undefined }[]
  }) => {
    for (const outcome of answer.outcomes) found.set(outcome.id, outcome)
  }
  if (users.length > 0) read(await call(userUnban, { ids: users, reason }))
  if (devices.length > 0) read(await call(deviceUnban, { ids: devices, reason }))
  return {
    outcomes: bans.map((ban) => ({ ok: false, ...found.get(ban.userId ?? ban.deviceId ?? ''), id: ban.banId })),
  }
}
