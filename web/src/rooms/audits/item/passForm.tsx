// Form to pass a failed item.
import { optional, prose } from '@greenroom/contract/fields'
import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'

export type Passing = { note: string }

const form: ActionForm<Passing> = {
  schema: z.object({ note: optional(prose(500)) }),
  initial: { note: '' },
  Fields: function PassFields({ form }) {
    const { t } = useTranslation('audits')
    return (
      <Textarea
        label={t('fields.note')}
        description={t('log.noteHint')}
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('note')}
      />
    )
  },
}
export default form
