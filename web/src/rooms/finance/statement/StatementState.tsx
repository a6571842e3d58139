// Shared parts that show statements and differences.
import type { RecordOf } from '@greenroom/contract/call'
import type {
  differenceList,
  statementLineList,
  statementList,
  statementMappingList,
} from '@greenroom/contract/statements'
import { useTranslation } from 'react-i18next'
import { money } from '../../../format/number.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

export type Mapping = RecordOf<typeof statementMappingList>
export type Statement = RecordOf<typeof statementList>
export type Difference = RecordOf<typeof differenceList>
export type StatementLine = RecordOf<typeof statementLineList>

export function StatementState({ state }: Pick<Statement, 'state'>) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.statement[state]}>{label(`finance:options.statementState.${state}`)}</StatusBadge>
}
export function DifferenceState({ state }: Pick<Difference, 'state'>) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.difference[state]}>{label(`finance:options.differenceState.${state}`)}</StatusBadge>
}
export function DifferenceStatus({ status }: Pick<Difference, 'status'>) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.mismatch[status]}>{label(`finance:options.differenceStatus.${status}`)}</StatusBadge>
}
export function LineResult({ result }: Pick<StatementLine, 'result'>) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.lineResult[result]}>{label(`finance:options.lineResult.${result}`)}</StatusBadge>
}

/** What of a line could not be read, by its column. */
export function LineFault({ fault }: Pick<StatementLine, 'fault'>) {
  const { label } = useLabels()
  return fault === '' ? '–' : label(`finance:statement.mapping.columns.${fault}`)
}

/** An amount in a statement's currency; a dash if there is none. */
export function Minor({ value, currency }: { value: number | null; currency: string }) {
  const { i18n } = useTranslation()
  if (value === null) return '–'
  return (
    <bdi dir="ltr" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {money(value, currency, i18n.language)}
    </bdi>
  )
}
