import { userGrant } from '@greenroom/contract/users.schema'
import { Stack } from '@mantine/core'
import type { ActionForm } from '../../../actions/action.ts'
import { MoneyFields } from './MoneyFields.tsx'
import type { Money } from './moveTokens.ts'

/** The form of a grant or of a deduction. */
export const moneyForm = (direction: 'grant' | 'deduct'): ActionForm<Money> => ({
  schema: userGrant.payload.omit({ ids: true, operationId: true }),
  initial: { tokens: '', kind: 'compensation', reason: '' },
  Fields: ({ form, rows }) => (
    <Stack gap="sm">
      <MoneyFields form={form} ids={rows.map(({ userId }) => userId)} direction={direction} />
    </Stack>
  ),
})
