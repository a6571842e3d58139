import type { Payload } from '@greenroom/contract/call'
import { banKinds, userFlags } from '@greenroom/contract/statesAndKinds'
import type { userBan as userBanCall, userFlag as userFlagCall } from '@greenroom/contract/users'
import { userBan, userFlag } from '@greenroom/contract/users.schema'
import { Input, NativeSelect, SegmentedControl, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionForm } from '../../../actions/action.ts'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { Hours } from './BanHours.tsx'

export type Flagging = Pick<Payload<typeof userFlagCall>, 'flag' | 'reason'> & { on: string }

export const flagForm: ActionForm<Flagging> = {
  schema: userFlag.payload.omit({ ids: true }),
  initial: { flag: 'security', on: 'true', reason: '' },
  Fields: function FlagFields({ form }) {
    const { t } = useTranslation('users')
    return (
      <Stack gap="sm">
        <NativeSelect
          label={t('fields.flag')}
          description={t(`flag.means.${form.values.flag}`)}
          data={userFlags.map((value) => ({ value, label: t(`options.flag.${value}`) }))}
          {...form.getInputProps('flag')}
        />
        <Input.Wrapper label={t('fields.on')} labelElement="div">
          <SegmentedControl
            fullWidth
            mt={4}
            aria-label={t('fields.on')}
            data={[
              { value: 'true', label: t('flag.on') },
              { value: 'false', label: t('flag.off') },
            ]}
            {...form.getInputProps('on')}
          />
        </Input.Wrapper>
        <ReasonField form={form} focused />
      </Stack>
    )
  },
}

export type Ban = Pick<Payload<typeof userBanCall>, 'kind' | 'reason'> & { hours: number | string }

export const banForm: ActionForm<Ban> = {
  schema: userBan.payload.omit({ ids: true }),
  initial: { kind: 'id', hours: '24', reason: '' },
  Fields: function BanFields({ form }) {
    const { t } = useTranslation('users')
    return (
      <Stack gap="sm">
        <Input.Wrapper
          label={t('fields.kind')}
          description={t(`ban.means.${form.values.kind}`)}
          labelElement="div"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        >
          <SegmentedControl
            fullWidth
            mb={4}
            aria-label={t('fields.kind')}
            data={banKinds.map((value) => ({ value, label: t(`options.kind.${value}`) }))}
            {...form.getInputProps('kind')}
          />
        </Input.Wrapper>
        <Hours form={form} />
        <ReasonField form={form} focused />
      </Stack>
    )
  },
}
