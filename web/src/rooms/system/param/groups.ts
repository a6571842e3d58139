import { paramList } from '@greenroom/contract/system'
import { useQuery } from '@tanstack/react-query'
import { type CallOptions, call } from '../../../api/call.ts'
import type { Option } from '../../../list/filters.ts'
import { useLabels } from '../../../ui/labels.ts'

/** The groups of parameters. */
export function useGroupOptions(): readonly Option[] {
  const { label, has } = useLabels()
  const { data } = useQuery({
    queryKey: ['system.param', 'groups'],
    queryFn: ({ signal }) => call(paramList, { size: 200 }, { signal }),
    staleTime: 300_000,
  })
  const groups = [...new Set((data?.records ?? []).map((param) => param.group))]
  // A new group shows its key until it has a text.
  return groups.map((group) => {
    const key = `system:options.group.${group}`
    return { value: group, label: has(key) ? label(key) : group }
  })
}

/** One parameter's current state. */
export const readParam = async (key: string, options: CallOptions) =>
  (await call(paramList, { q: key, size: 200 }, options)).records.find((param) => param.key === key)
