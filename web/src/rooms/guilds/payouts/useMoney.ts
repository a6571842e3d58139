// A guild's payable and requests; without an id the leader's own.
import { guildMoney } from '@greenroom/contract/payouts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const useMoney = (guildId: number | undefined, enabled = true) =>
  useQuery({
    queryKey: ['guilds.withdrawalManage', 'money', guildId ?? 'own'],
    queryFn: ({ signal }) => call(guildMoney, guildId === undefined ? {} : { guildId }, { signal }),
    enabled,
    staleTime: 0,
  })
