import { plainTyped } from '@greenroom/contract/digits'
import { reason } from '@greenroom/contract/fields'
import { guildLeader, guildMethod } from '@greenroom/contract/guilds.schema'
import { Alert, NumberInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { CodeField } from '../payouts/CodeField.tsx'
import type { LeaderForm, ParentForm, RateForm } from './changeInputs.ts'
import { LeaderFields } from './LeaderFields.tsx'

export const rateForm: ActionForm<RateForm> = {
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

export const methodForm: ActionForm<{ smsCode: string }> = {
  schema: guildMethod.payload,
  initial: { smsCode: '' },
  Fields: function NewMethod({ form }) {
    const { t } = useTranslation('guilds')
    return (
      <Stack gap="sm">
        <Alert color="yellow" p="xs">
          {t('methodHint')}
        </Alert>
        <CodeField form={form} />
      </Stack>
    )
  },
}

export const leaderForm: ActionForm<LeaderForm> = {
  schema: guildLeader.payload.omit({ guildId: true, version: true }),
  initial: { userNumber: '', leaderName: '', leaderEmail: '', areaCode: '', leaderPhone: '', reason: '' },
  Fields: function NewLeader({ form }) {
    const { t } = useTranslation('guilds')
    return (
      <Stack gap="sm">
        <Alert color="yellow" p="xs">
          {t('leaderHint')}
        </Alert>
        <LeaderFields form={form} />
        <ReasonField form={form} />
      </Stack>
    )
  },
}

export const parentForm: ActionForm<ParentForm> = {
  schema: z.object({
    parentId: z
      .string()
      .overwrite(plainTyped)
      .regex(/^\d{0,9}$/),
    reason: reason(),
  }),
  initial: { parentId: '', reason: '' },
  Fields: function NewParent({ form }) {
    const { t } = useTranslation('guilds')
    return (
      <Stack gap="sm">
        <TextInput
          label={t('filters.parentId')}
          description={t('fields.parentHint')}
          data-autofocus
          inputMode="numeric"
          dir="ltr"
          {...form.getInputProps('parentId')}
        />
        <ReasonField form={form} />
      </Stack>
    )
  },
}
