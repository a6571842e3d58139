import { guildLeader } from '@greenroom/contract/guilds.schema'
import { Alert, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionForm } from '../../../action/action.ts'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import type { LeaderForm } from './inputs.ts'
import { LeaderFields } from './LeaderFields.tsx'

const form: ActionForm<LeaderForm> = {
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
export default form
