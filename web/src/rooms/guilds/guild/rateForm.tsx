import { reason } from '@greenroom/contract/fields'
import { NumberInput, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import type { RateForm } from './inputs.ts'

const form: ActionForm<RateForm> = {
  schema: z.object({ percent: z.union([z.literal(''), z.number().min(0).max(100)]), reason: reason() }),
  initial: { percent: '', reason: '' },
  Fields: function NewRate({ form }) {
    const { t } = useTranslation('guilds')
    return (
      <Stack gap="sm">
        <NumberInput
          label={t('fields.percent')}
          description={t('fields.percentHint')}
          data-autofocus
          suffix="%"
          min={0}
          max={100}
          decimalScale={2}
          {...form.getInputProps('percent')}
        />
        <ReasonField form={form} />
      </Stack>
    )
  },
}
export default form
