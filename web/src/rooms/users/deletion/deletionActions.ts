// What staff do about a deletion: end it. It is asked for on a person's page.
import type { RecordOf } from '@greenroom/contract/call'
import { deletionCancel, type deletionList } from '@greenroom/contract/privacy'
import { deletionEnded } from '@greenroom/contract/sentences/privacy'
import { IconUserCheck } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'

export type Deletion = RecordOf<typeof deletionList>

export const endDeletion = defineAction<Deletion, Reason, string>({
  id: 'users.deletion.cancel',
  icon: IconUserCheck,
  single: true,
  may: ({ can }) => can.cancel,
  form: reasonForm,
  run: ([deletionId = ''], { reason }) => call(deletionCancel, { deletionId, reason }),
  message: ([one]) => deletionEnded({ id: one?.userId ?? 0, nickname: one?.nickname ?? '' }),
})

export const deletionActions = [endDeletion]
