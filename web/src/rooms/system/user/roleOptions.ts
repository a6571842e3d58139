import { roleAll } from '@greenroom/contract/systemStaff'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { Option } from '../../../list/filters.ts'

/** All roles, as options. */
export function useRoleOptions(): readonly Option[] {
  const { data } = useQuery({
    queryKey: ['system.role', 'all'],
    queryFn: ({ signal }) => call(roleAll, {}, { signal }),
    staleTime: 60_000,
  })
  return (data?.list ?? []).map(({ roleId, roleName }) => ({ value: String(roleId), label: roleName }))
}

/** Whether one of these roles has a right that counts. */
export function useCountingRoles(): (roleIds: readonly string[]) => boolean {
  const { data } = useQuery({
    queryKey: ['system.role', 'all'],
    queryFn: ({ signal }) => call(roleAll, {}, { signal }),
    staleTime: 60_000,
  })
  const counting = new Set((data?.list ?? []).filter(({ counts }) => counts).map(({ roleId }) => String(roleId)))
  return (roleIds) => roleIds.some((id) => counting.has(id))
}
