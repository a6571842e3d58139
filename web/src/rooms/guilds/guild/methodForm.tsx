import { guildMethod } from '@greenroom/contract/guilds.schema'
import { Alert, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionForm } from '../../../action/action.ts'
import { CodeField } from '../payouts/CodeField.tsx'

const form: ActionForm<{ smsCode: string }> = {
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
export default form
