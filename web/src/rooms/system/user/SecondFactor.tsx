import type { RecordOf } from '@greenroom/contract/call'
import type { staffList } from '@greenroom/contract/systemStaff'
import { useLabels } from '../../../ui/labels.ts'

/** An account's required second factor, and whether it is set up. */
export function SecondFactor({ user }: { user: RecordOf<typeof staffList> }) {
  const { label } = useLabels()
  const factor = label(`system:options.secondFactor.${user.secondFactor}`)
  if (user.secondFactor !== 'google') return factor
  return `${factor} · ${label(user.googleBound ? 'system:staff.bound' : 'system:staff.notBound')}`
}
