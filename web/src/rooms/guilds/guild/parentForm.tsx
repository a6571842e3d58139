import { plainTyped } from '@greenroom/contract/digits'
import { reason } from '@greenroom/contract/fields'
import { Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import type { ParentForm } from './inputs.ts'

const form: ActionForm<ParentForm> = {
  schema: z.object({
    parentId: z
      .string()
      .overwrite(plainTyped)
      .regex(/^\d{0,9}$/),
    reason: reason(),
  }),
  initial: { parentId: '', reason: '' },
  Fields: function NewParent({ form }) {
    const { t } = useTranslation('guilds')
    return (
      <Stack gap="sm">
        <TextInput
          label={t('filters.parentId')}
          description={t('fields.parentHint')}
          data-autofocus
          inputMode="numeric"
          dir="ltr"
          {...form.getInputProps('parentId')}
        />
        <ReasonField form={form} />
      </Stack>
    )
  },
}
export default form
