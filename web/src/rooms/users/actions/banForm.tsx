import type { Payload } from '@greenroom/contract/call'
import type { userBan as userBanCall } from '@greenroom/contract/users'
import { userBan } from '@greenroom/contract/users.schema'
import { banKinds } from '@greenroom/contract/words'
import { Input, SegmentedControl, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionForm } from '../../../action/action.ts'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import { Hours } from './Hours.tsx'

export type Ban = Pick<Payload<typeof userBanCall>, 'kind' | 'reason'> & { hours: number | string }

const form: ActionForm<Ban> = {
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
export default form
