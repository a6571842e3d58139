// A leader disputes lines of a settlement, with a reason.
import { reason } from '@greenroom/contract/fields'
import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'
import { type DisputeInput, readLines } from './inputs.ts'

const form: ActionForm<DisputeInput> = {
  schema: z.object({
    reason: reason(),
    lines: z.string().refine((text) => {
      const { ids, wrong } = readLines(text)
      return wrong.length === 0 && ids.length > 0 && ids.length <= 100
    }),
  }),
  initial: { reason: '', lines: '' },
  Fields: function DisputeFields({ form }) {
    const { t } = useTranslation(['guilds', 'list'])
    return (
      <>
        <TextInput
          label={t('fields.lines')}
          description={t('settlement.linesHint')}
          inputMode="numeric"
          data-autofocus
          required
          {...form.getInputProps('lines')}
        />
        <Textarea
          label={t('list:form.reason')}
          required
          autosize
          minRows={3}
          maxRows={8}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      </>
    )
  },
}
export default form
