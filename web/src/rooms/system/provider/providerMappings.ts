// The groups of the identity provider that give roles, and those that would once somebody approves.
import type { Answer } from '@greenroom/contract/call'
import { providerInfo, providerUnmap } from '@greenroom/contract/provider'
import { groupUnmapped } from '@greenroom/contract/sentences/provider'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Availability, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'

export type ProviderInfo = Answer<typeof providerInfo>

export type Mapping = {
  id: string
  group: string
  roleName: string
  /** Accounts that have the role by it. */
  accounts: number
  by: string
  at: string | null
  /** It waits. */
  approvalId: string | null
  can: { delete: Availability }
}

/** Those that wait come first. */
export const mappingsOf = ({ mappings, waiting }: ProviderInfo): Mapping[] => [
  ...waiting.map(({ approvalId, group, roleName, by }) => ({
    id: approvalId,
    group,
    roleName,
    accounts: 0,
    by,
    at: null,
    approvalId,
    can: { delete: 'waits' },
  })),
  ...mappings.map(({ mappingId, group, roleName, accounts, madeBy, madeAt, can }) => ({
    id: String(mappingId),
    group,
    roleName,
    accounts,
    by: madeBy,
    at: madeAt,
    approvalId: null,
    can,
  })),
]

export const useProvider = () =>
  useQuery({
    queryKey: ['system.provider', 'info'],
    queryFn: ({ signal }) => call(providerInfo, {}, { signal }),
  })

const remove = defineAction<Mapping, Reason, string>({
  id: 'system.provider.delete',
  icon: IconTrash,
  danger: true,
  single: true,
  may: ({ can }) => can.delete,
  form: reasonForm,
  run: ([id], { reason }) => call(providerUnmap, { mappingId: Number(id), reason }),
  message: ([mapping]) => groupUnmapped({ group: mapping?.group ?? '', role: mapping?.roleName ?? '' }),
})

export const mappingActions = [remove]
