import { deviceBan } from '@greenroom/contract/users.schema'
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionForm } from '../../../action/action.ts'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import { Hours } from '../actions/Hours.tsx'

export type DeviceBan = { hours: number | string; reason: string }

const form: ActionForm<DeviceBan> = {
  schema: deviceBan.payload.omit({ ids: true }),
  initial: { hours: '24', reason: '' },
  Fields: function DeviceBanFields({ form }) {
    const { t } = useTranslation('users')
    return (
      <Stack gap="sm">
        <Text c="dimmed">{t('device.banHint')}</Text>
        <Hours form={form} />
        <ReasonField form={form} focused />
      </Stack>
    )
  },
}
export default form
