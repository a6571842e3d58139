// Asks for the payer of an unmatched deposit.
import { reason } from '@greenroom/contract/fields'
import { payerKinds } from '@greenroom/contract/words'
import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import type { Match } from './match.ts'

const form: ActionForm<Match> = {
  schema: z.object({ ownerKind: z.enum(payerKinds), ownerId: z.string().regex(/^[1-9]\d{0,14}$/), reason: reason() }),
  initial: { ownerKind: 'agent', ownerId: '', reason: '' },
  Fields: function MatchFields({ form }) {
    const { t } = useTranslation('finance')
    return (
      <Stack gap="sm">
        <Input.Wrapper label={t('fields.ownerKind')} labelElement="div">
          <SegmentedControl
            fullWidth
            mt={4}
            aria-label={t('fields.ownerKind')}
            data={payerKinds.map((value) => ({ value, label: t(`options.ownerKind.${value}`) }))}
            value={form.values.ownerKind}
            onChange={(value) => form.setFieldValue('ownerKind', value as Match['ownerKind'])}
          />
        </Input.Wrapper>
        <TextInput
          label={t('fields.ownerId')}
          required
          inputMode="numeric"
          dir="ltr"
          data-autofocus
          {...form.getInputProps('ownerId')}
        />
        <ReasonField form={form} />
      </Stack>
    )
  },
}
export default form
