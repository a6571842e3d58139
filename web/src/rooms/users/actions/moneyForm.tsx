import { userGrant } from '@greenroom/contract/users.schema'
import { Stack } from '@mantine/core'
import type { ActionForm } from '../../../action/action.ts'
import { MoneyFields } from './MoneyFields.tsx'
import type { Money } from './money.ts'

const form: ActionForm<Money> = {
  schema: userGrant.payload.omit({ ids: true, operationId: true }),
  initial: { tokens: '', kind: 'compensation', reason: '' },
  Fields: ({ form, rows }) => (
    <Stack gap="sm">
      <MoneyFields form={form} people={rows.length} />
    </Stack>
  ),
}
export default form
