// Asks for the recipients of a test message.
import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'

export type TestUsers = { userIds: string }

const form: ActionForm<TestUsers> = {
  schema: z.object({
    userIds: z
      .string()
      .trim()
      .min(1)
      .regex(/^\d{1,15}(?:[\s,;]+\d{1,15}){0,19}[\s,;]*$/),
  }),
  initial: { userIds: '' },
  Fields: function TestFields({ form }) {
    const { t } = useTranslation('official')
    return (
      <Textarea
        label={t('fields.testIds')}
        description={t('message.testHint')}
        required
        autosize
        minRows={2}
        dir="ltr"
        data-autofocus
        {...form.getInputProps('userIds')}
      />
    )
  },
}
export default form
