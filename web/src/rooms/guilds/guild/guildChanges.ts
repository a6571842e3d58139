// Changes of a guild: staff change leader, rate and parent, its leader the settlement method.

import type { Answer } from '@greenroom/contract/call'
import { guildLeader, guildMethod, guildParent, guildRate } from '@greenroom/contract/guilds'
import { leaderChanged, methodChanged, parentChanged, rateChanged } from '@greenroom/contract/sentences/guilds'
import { wholeOf } from '@greenroom/contract/typedAmounts'
import { IconArrowsExchange, IconPercentage, IconSitemap, IconUserShare } from '@tabler/icons-react'
import { type Action, defineAction } from '../../../actions/action.ts'
import { call } from '../../../api/call.ts'
import { basisPoints, type LeaderForm, type ParentForm, type RateForm } from './changeInputs.ts'
import type { Guild } from './GuildState.tsx'

const one = <T>(rows: readonly T[]): T => rows[0]!

export const changesOfStaff: readonly Action<Guild>[] = [
  defineAction<Guild, LeaderForm>({
    id: 'guilds.guild.changeLeader',
    icon: IconUserShare,
    single: true,
    may: (guild) => guild.can.changeLeader,
    form: () => import('./changeForms.tsx').then(({ leaderForm }) => ({ default: leaderForm })),
    run: (_ids, input, rows) => call(guildLeader, { guildId: one(rows).guildId, version: one(rows).version, ...input }),
    message: (rows, { userNumber }) => leaderChanged(one(rows), { id: userNumber, nickname: '' }),
  }),
  defineAction<Guild, RateForm>({
    id: 'guilds.guild.changeRate',
    icon: IconPercentage,
    single: true,
    may: (guild) => (guild.pendingRateId === null ? guild.can.changeRate : 'rateWaits'),
    form: () => import('./changeForms.tsx').then(({ rateForm }) => ({ default: rateForm })),
    run: (_ids, { percent, reason }, rows) =>
      call(guildRate, { guildId: one(rows).guildId, rateBp: basisPoints(percent), reason }),
    message: (rows, { percent }, form) =>
      rateChanged(form, one(rows), { from: one(rows).agreedRateBp, to: basisPoints(percent) ?? null }),
  }),
  defineAction<Guild, ParentForm>({
    id: 'guilds.guild.changeParent',
    icon: IconSitemap,
    single: true,
    may: (guild) => guild.can.changeParent,
    form: () => import('./changeForms.tsx').then(({ parentForm }) => ({ default: parentForm })),
    run: (_ids, { parentId, reason }, rows) =>
      call(guildParent, {
        guildId: one(rows).guildId,
        ...(parentId !== '' && { parentId: wholeOf(parentId) }),
        reason,
      }),
    message: (rows, { parentId }) =>
      parentChanged(one(rows), parentId === '' ? null : { guildId: wholeOf(parentId), name: parentId }),
  }),
]

export const changesOfLeader: readonly Action<Guild>[] = [
  defineAction<Guild, { smsCode: string }>({
    id: 'guilds.guild.changeMethod',
    icon: IconArrowsExchange,
    single: true,
    may: (guild) => guild.can.changeMethod,
    form: () => import('./changeForms.tsx').then(({ methodForm }) => ({ default: methodForm })),
    run: (_ids, input) => call(guildMethod, input),
    message: (rows, _input, _form, { methodFrom }: Answer<typeof guildMethod>) => methodChanged(one(rows), methodFrom),
  }),
]
