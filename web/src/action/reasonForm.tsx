// The form of every action that needs a reason (11004).

import { reason } from '@greenroom/contract/fields'
import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from './action.ts'

const form: ActionForm<{ reason: string }> = {
  schema: z.object({ reason: reason() }),
  initial: { reason: '' },
  Fields: function ReasonFields({ form }) {
    const { t } = useTranslation('list')
    return (
      <Textarea
        label={t('form.reason')}
        description={t('form.reasonHint')}
        data-autofocus
        required
        autosize
        minRows={3}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    )
  },
}
export default form
