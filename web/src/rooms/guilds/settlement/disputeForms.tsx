import { prose, reason } from '@greenroom/contract/fields'
import { Radio, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'
import { PicturePicker } from '../../../ui/fields/PicturePicker.tsx'
import { DisputedLines } from './DisputedLines.tsx'
import type { AnswerInput, DisputeInput } from './disputeInputs.ts'
import type { Settlement } from './SettlementState.tsx'

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

/** A leader disputes lines of a settlement and days of its anchors, with a reason and pictures. */
export const disputeForm: ActionForm<DisputeInput> = {
  schema: z.object({
    reason: reason(),
    lines: z.array(z.number()).min(1).max(100),
    days: z.array(z.string()).max(200),
    proofs: z.array(z.object({ fileId: z.string(), url: z.string() })).max(3),
  }),
  initial: { reason: '', lines: [], days: [], proofs: [] },
  Fields: function DisputeFields({ form, rows }) {
    const { t } = useTranslation(['guilds', 'list'])
    const [settlement] = rows as readonly Settlement[]
    return (
      <>
        {settlement && (
          <DisputedLines
            of={settlement}
            value={form.values}
            change={(chosen) => form.setValues(chosen)}
            error={form.errors['lines']}
          />
        )}
        <Textarea
          label={t('list:form.reason')}
          required
          autosize
          minRows={3}
          maxRows={8}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
        <PicturePicker
          purpose="disputeProof"
          label={t('settlement.proofs')}
          value={form.values.proofs}
          most={3}
          error={form.errors['proofs']}
          change={(proofs) => form.setFieldValue('proofs', proofs)}
        />
      </>
    )
  },
}
