import { prose, reason } from '@greenroom/contract/fields'
import { Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'
import { type AnswerInput, type DisputeInput, readLines } from './disputeInputs.ts'

// Staff answer a dispute: keep the sum, or recalculate it.
export const answerForm: ActionForm<AnswerInput> = {
  schema: z.object({ outcome: z.enum(['kept', 'recomputed']), answer: prose(500, 1) }),
  initial: { outcome: 'kept', answer: '' },
  Fields: function AnswerFields({ form }) {
    const { t } = useTranslation('guilds')
    return (
      <>
        <Radio.Group label={t('fields.outcome')} {...form.getInputProps('outcome')}>
          <Stack gap={6} mt={6}>
            <Radio value="kept" label={t('options.outcome.kept')} />
            <Radio value="recomputed" label={t('options.outcome.recomputed')} />
          </Stack>
        </Radio.Group>
        <Textarea
          label={t('fields.answer')}
          description={t('settlement.answerHint')}
          required
          autosize
          minRows={3}
          maxRows={8}
          maxLength={500}
          {...form.getInputProps('answer')}
        />
      </>
    )
  },
}

/** A leader disputes lines of a settlement, with a reason. */
export const disputeForm: ActionForm<DisputeInput> = {
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
