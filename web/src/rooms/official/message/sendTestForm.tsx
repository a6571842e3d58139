// Asks for the recipients of a test message.
import { readIds } from '@greenroom/contract/pastedIds'
import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'

export type TestUsers = { userIds: string }

const form: ActionForm<TestUsers> = {
  schema: z.object({
    userIds: z
      .string()
      .trim()
      .min(1)
      .refine((text) => {
        const { ids, wrong } = readIds(text)
        return wrong.length === 0 && ids.length > 0 && ids.length <= 20
      }),
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
