// The form of every action that needs a reason (11004).

import { reason } from '@greenroom/contract/fields'
import { z } from 'zod'
import type { ActionForm } from './action.ts'
import { ReasonField } from './form/ReasonField.tsx'

const form: ActionForm<{ reason: string }> = {
  schema: z.object({ reason: reason() }),
  initial: { reason: '' },
  Fields: ({ form: of }) => <ReasonField form={of} focused />,
}
export default form
