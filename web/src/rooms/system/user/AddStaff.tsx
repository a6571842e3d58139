import { accountAsked, accountsChanged } from '@greenroom/contract/sentences/staff'
import { staffSave } from '@greenroom/contract/systemStaff'
import { staffSave as schema } from '@greenroom/contract/systemStaff.schema'
import { Alert, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useCurrentList } from '../../../list/list.ts'
import PasswordShown from './PasswordShown.tsx'
import { useCountingRoles } from './roles.ts'
import { PhoneFields, StaffFields } from './StaffFields.tsx'

const empty = { username: '', password: '', roleIds: [] as string[], areaCode: '', phone: '', remark: '' }

/** Form for a new account; without a password, the server generates one, which is shown once. */
export default function AddStaff({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  const counting = useCountingRoles()
  const [made, setMade] = useState<{ username: string; password: string }>()
  if (made) {
    return (
      <SideDrawer title={t('staff.added', { name: made.username })} close={close}>
        <PasswordShown answer={made} rows={[made]} close={close} />
      </SideDrawer>
    )
  }
  return (
    <FormDrawer
      title={t('actions.staff.add')}
      close={close}
      draft="system.staff:new"
      call={staffSave}
      schema={schema.payload}
      initial={empty}
      payload={(values) => (counting(values.roleIds) ? { ...values, password: '' } : values)}
      secret={['password']}
      codes={{ 10028: 'username', 12007: 'password' }}
      refused={refusalOf('system', list.writable || 'readOnly')}
      waiting={({ username }) => accountAsked(username, 'added')}
      message={({ username }) => accountsChanged([username], 'added')}
      onSaved={(answer, { username }) => {
        if (answer.password) setMade({ username, password: answer.password })
        return answer.password !== undefined
      }}
    >
      {(form) => (
        <>
          <TextInput
            label={t('fields.username')}
            description={t('staff.usernameHint')}
            required
            data-autofocus
            autoComplete="off"
            maxLength={50}
            {...form.getInputProps('username')}
          />
          {counting(form.values.roleIds) ? (
            <Alert color="yellow" p="xs">
              {t('staff.sensitive')}
            </Alert>
          ) : (
            <PasswordInput
              label={t('fields.password')}
              description={t('staff.passwordHint')}
              autoComplete="new-password"
              {...form.getInputProps('password')}
            />
          )}
          <StaffFields form={form} phone={<PhoneFields form={form} hint={t('staff.phoneHint')} />} />
        </>
      )}
    </FormDrawer>
  )
}
