// Shared parts that show imports.
import type { RecordOf } from '@greenroom/contract/call'
import type { importFaultList, importList } from '@greenroom/contract/moving'
import { importKinds } from '@greenroom/contract/statesAndKinds'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

export type Import = RecordOf<typeof importList>
export type ImportFault = RecordOf<typeof importFaultList>

export function ImportState({ state }: Pick<Import, 'state'>) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.import[state]}>{label(`system:options.importState.${state}`)}</StatusBadge>
}

export function FaultText({ fault }: Pick<ImportFault, 'fault'>) {
  const { label } = useLabels()
  return label(`system:options.importFault.${fault}`)
}

/** A kind by its name; one that cannot be imported as its line has it. */
export function KindText({ kind }: { kind: string }) {
  const { label } = useLabels()
  const known = [...importKinds, 'totals'].find((one) => one === kind)
  return known === undefined ? <bdi>{kind || '–'}</bdi> : label(`system:options.importKind.${known}`)
}
