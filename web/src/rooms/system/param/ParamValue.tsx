import type { RecordOf } from '@greenroom/contract/call'
import type { paramList } from '@greenroom/contract/system'
import { Amount } from '../../../format/Amount.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'

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
