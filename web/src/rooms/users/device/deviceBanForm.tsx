import type { RecordOf } from '@greenroom/contract/call'
import type { deviceList } from '@greenroom/contract/users'
import { deviceBan } from '@greenroom/contract/users.schema'
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionForm } from '../../../actions/action.ts'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { Hours } from '../actions/BanHours.tsx'
import { Newest } from './Device.tsx'

type Banned = Pick<RecordOf<typeof deviceList>, 'deviceId' | 'users' | 'newest'>
export type DeviceBan = { hours: number | string; reason: string }

const form: ActionForm<DeviceBan> = {
  schema: deviceBan.payload.omit({ ids: true }),
  initial: { hours: '24', reason: '' },
  Fields: function DeviceBanFields({ form, rows }) {
    const { t } = useTranslation('users')
    return (
      <Stack gap="sm">
        <Text c="dimmed">{t('device.banHint')}</Text>
        <ShutOut of={rows} />
        <Hours form={form} />
        <ReasonField form={form} focused />
      </Stack>
    )
  },
}
export default form

/** Whom it shuts out, by name. */
function ShutOut({ of }: { of: readonly Banned[] }) {
  const { t } = useTranslation('users')
  return of
    .filter(({ users }) => users > 0)
    .map((device) => (
      <div key={device.deviceId}>
        {t('device.shutsOut', { count: device.users })} <Newest device={device} />
      </div>
    ))
}
