// Staff answer a dispute: keep the sum, or recalculate it.
import { prose } from '@greenroom/contract/fields'
import { Radio, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'
import type { AnswerInput } from './inputs.ts'

const form: ActionForm<AnswerInput> = {
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
export default form
