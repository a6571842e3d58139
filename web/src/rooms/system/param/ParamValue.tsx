import type { RecordOf } from '@greenroom/contract/call'
import { paramList } from '@greenroom/contract/system'
import { useQuery } from '@tanstack/react-query'
import { type CallOptions, call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import type { Option } from '../../../list/filters.ts'
import { Code } from '../../../ui/Facts.tsx'
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

type Param = RecordOf<typeof paramList>

/** A value by type: numbers with unit, yes or no, a choice's name. */
export function ParamValue({ param, value }: { param: Pick<Param, 'key' | 'type' | 'unit'>; value: string }) {
  const { label, has } = useLabels()
  const choice = `system:param.choices.${param.key}.${value}`
  switch (param.type) {
    case 'integer':
      return (
        <span>
          <Amount value={Number(value)} unit="number" /> {param.unit}
        </span>
      )
    case 'boolean':
      return label(value === 'true' ? 'list:filters.true' : 'list:filters.false')
    case 'choice':
      return has(choice) ? label(choice) : value
    case 'json':
      return <Code>{value}</Code>
    default:
      return value
  }
}
