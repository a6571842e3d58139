import type { RecordOf } from '@greenroom/contract/call'
import { pageErrorsKnown } from '@greenroom/contract/sentences/bridge'
import { frontErrorKnow, type frontErrorList } from '@greenroom/contract/systemErrors'
import { IconCheck, IconEye } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

// Actions on errors of the front end.
export type PageError = RecordOf<typeof frontErrorList>

const show = defineAction<PageError>({
  id: 'system.bridge.showError',
  icon: IconEye,
  may: () => true,
  drawer: 'error',
})

const know = defineAction<PageError>({
  id: 'system.bridge.knowError',
  icon: IconCheck,
  may: (error) => error.can.know,
  batch: batchOf(frontErrorKnow, () => ({})),
  message: (rows) => pageErrorsKnown(rows.length),
})

export const errorActions = [show, know]

export function ErrorState({ of }: { of: PageError }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.pageError[of.state]}>{label(`system:options.errorState.${of.state}`)}</StatusBadge>
}
