// Parts of a ban, shared by several screens.
import type { RecordOf } from '@greenroom/contract/call'
import { type banLogList, deviceUnban, userUnban } from '@greenroom/contract/users'
import { useTranslation } from 'react-i18next'
import type { Outcome } from '../../actions/action.ts'
import { call, isRefused } from '../../api/call.ts'
import { Time } from '../../format/Time.tsx'
import { explain } from '../../session/messages.ts'
import { Code } from '../../ui/Facts.tsx'
import { useLabels } from '../../ui/labels.ts'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'

export type Ban = RecordOf<typeof banLogList>

export function BanState({ state }: { state: Ban['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.ban[state]}>{label(`users:options.ban.${state}`)}</StatusBadge>
}

/** Its subject: a user or a device. */
export function Banned({ ban }: { ban: Ban }) {
  if (ban.userId !== null) return <PersonLink person={{ ...ban, userId: ban.userId }} />
  return <Code>{ban.deviceId ?? ''}</Code>
}

/** Its end; *permanent* without one. */
export function Until({ until }: { until: string | null }) {
  const { t } = useTranslation('users')
  return until === null ? t('forGood') : <Time at={until} brief />
}

/** The outcomes of one of several calls; a refusal of the entire call becomes each id's outcome. */
async function outcomesFor<Id extends number | string>(
  ids: readonly Id[],
  run: () => Promise<{ outcomes: readonly Outcome[] }>,
): Promise<{ outcomes: readonly Outcome[]; error?: unknown }> {
  if (ids.length === 0) return { outcomes: [] }
  try {
    return await run()
  } catch (error) {
    const code = isRefused(error) ? error.code : undefined
    const [why] = isRefused(error) ? error.detail : []
    const errorMsg = explain(error)?.text
    return { error, outcomes: ids.map((id) => ({ ...why, id, ok: false, errorCode: code, errorMsg })) }
  }
}

/** Lifts the bans; one outcome for each ban, even if one of the two calls failed. */
export async function liftBans(bans: readonly Ban[], reason: string) {
  const users = [...new Set(bans.flatMap(({ userId }) => (userId === null ? [] : [userId])))]
  const devices = [
    ...new Set(bans.flatMap(({ userId, deviceId }) => (userId === null && deviceId !== null ? [deviceId] : []))),
  ]
  const answers = [
    await outcomesFor(users, () => call(userUnban, { ids: users, reason })),
    await outcomesFor(devices, () => call(deviceUnban, { ids: devices, reason })),
  ]
  const found = new Map(answers.flatMap(({ outcomes }) => outcomes).map((outcome) => [outcome.id, outcome]))
  const failed = answers.find(({ error }) => error !== undefined)
  if (failed && [...found.values()].every(({ ok }) => !ok)) throw failed.error
  return {
    outcomes: bans.map((ban) => ({ ok: false, ...found.get(ban.userId ?? ban.deviceId ?? ''), id: ban.banId })),
  }
}
