// How an invitation is sent besides being copied; nothing where this installation sends none.
import { inviteWays } from '@greenroom/contract/systemStaff'
import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../../actions/form/anyForm.ts'
import { call } from '../../../api/call.ts'

export function InviteWays({ form }: { form: AnyForm }) {
  const { t } = useTranslation('system')
  const { data } = useQuery({
    queryKey: ['system.user', 'inviteWays'],
    queryFn: ({ signal }) => call(inviteWays, {}, { signal }),
  })
  if (!data || !(data.mail || data.sms)) return null
  return (
    <>
      <Select
        label={t('fields.sendBy')}
        data={[
          { value: '', label: t('staff.sendBy.copy') },
          ...(data.mail ? [{ value: 'mail', label: t('staff.sendBy.mail') }] : []),
          ...(data.sms ? [{ value: 'sms', label: t(data.printed ? 'staff.sendBy.printed' : 'staff.sendBy.sms') }] : []),
        ]}
        allowDeselect={false}
        {...form.getInputProps('sendBy')}
      />
      {form.values['sendBy'] === 'mail' && (
        <TextInput
          label={t('fields.email')}
          description={t('staff.mailHint')}
          type="email"
          autoComplete="off"
          required
          {...form.getInputProps('email')}
        />
      )}
    </>
  )
}
