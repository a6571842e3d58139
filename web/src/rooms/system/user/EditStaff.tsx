import type { RecordOf } from '@greenroom/contract/call'
import { accountAsked, accountsChanged } from '@greenroom/contract/sentences/staff'
import { staffInfo, type staffList, staffSave, staffUpdate } from '@greenroom/contract/systemStaff'
import { staffSave as addStaffSchema, staffUpdate as schema } from '@greenroom/contract/systemStaff.schema'
import { Alert, Checkbox, PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'
import { listed } from '../../../format/listed.ts'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { InviteWays } from './InviteWays.tsx'
import PasswordShown from './PasswordShown.tsx'
import { useCountingRoles, useRoleOptions } from './roleOptions.ts'
import { PhoneFields, StaffFields } from './StaffFields.tsx'
import { StaffStatus } from './StaffStatus.tsx'

const empty = { username: '', password: '', roleIds: [] as string[], areaCode: '', phone: '', remark: '' }

/** Form for a new account; without a password, the server generates one, which is shown once. */
export function AddStaff({ close }: DrawerProps) {
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
      schema={addStaffSchema.payload}
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

const noPassword = {
  username: '',
  roleIds: [] as string[],
  areaCode: '',
  phone: '',
  remark: '',
  sendBy: '',
  email: '',
}

/** Form for inviting a colleague, who sets the password: the answer shows the link, once. */
export function InviteStaff({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  const counting = useCountingRoles()
  return (
    <FormDrawer
      title={t('actions.staff.invite')}
      close={close}
      draft="system.staff:invite"
      call={staffSave}
      schema={addStaffSchema.payload}
      initial={noPassword}
      payload={({ sendBy, email, ...values }) => ({
        ...values,
        invite: true,
        ...(sendBy !== '' && { sendBy }),
        ...(sendBy === 'mail' && { email }),
      })}
      check={({ sendBy, email, phone }) => ({
        ...(sendBy === 'mail' && email.trim() === '' && { email: t('staff.needsMail') }),
        ...(sendBy === 'sms' && phone.trim() === '' && { phone: t('staff.needsPhone') }),
      })}
      codes={{ 10028: 'username' }}
      refused={refusalOf('system', list.writable || 'readOnly')}
      submit={t('staff.invite')}
      linksNote={({ sentTo }) => sentTo !== undefined && <Text role="status">{t('staff.sentTo', { to: sentTo })}</Text>}
      waiting={({ username }) => accountAsked(username, 'added')}
      message={({ username }) => accountsChanged([username], 'added')}
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
          <Alert color={counting(form.values.roleIds) ? 'yellow' : 'blue'} p="xs">
            {counting(form.values.roleIds) ? t('staff.sensitive') : t('staff.inviteHint')}
          </Alert>
          <StaffFields form={form} phone={<PhoneFields form={form} hint={t('staff.phoneHint')} />} />
          <InviteWays form={form} />
        </>
      )}
    </FormDrawer>
  )
}

type Staff = RecordOf<typeof staffList>

const toForm = ({ userId, version, username, roles, remark }: Staff) => ({
  userId,
  version,
  username,
  roleIds: roles.map((role) => String(role.roleId)),
  // The list masks phones: an empty field keeps the number.
  areaCode: '',
  phone: '',
  removePhone: false,
  remark,
})
type Form = ReturnType<typeof toForm>

/** Adding an account is a form of its own, since its answer may show a password. */
export const EditStaff = recordForm<Staff, Form>({
  thing: 'system.staff',
  read: async (id, options) => (await call(staffInfo, { userId: Number(id) }, options)).user,
  toForm,
  nameOf: ({ username }) => username,
  update: [staffUpdate, schema],
  payload: (form) => {
    const { username: _, ...sent } = form
    return sent
  },
  waiting: ({ username }) => accountAsked(username, 'edited'),
  message: ({ username }) => accountsChanged([username], 'edited'),
  show: (field, value) => (field === 'roleIds' ? <RoleNames ids={value as string[]} /> : String(value)),
  Fields,
})

function RoleNames({ ids }: { ids: readonly string[] }) {
  const roles = useRoleOptions()
  return listed(
    ids.map((id) => roles.find((role) => role.value === id)?.label ?? id),
    textLanguage(),
  )
}

function Fields({ form, record: user }: RecordFields<Staff, Form>) {
  const { t } = useTranslation('system')
  if (!user) return null
  return (
    <>
      <Facts
        of={[
          [t('columns.username'), user.username],
          [t('columns.userId'), <Code key="id">{String(user.userId)}</Code>],
          [t('columns.status'), <StaffStatus key="status" status={user.status} />],
          [t('columns.lastLoginAt'), <Time key="at" at={user.lastLoginAt} />],
        ]}
      />
      <StaffFields
        form={form}
        phone={
          <>
            {!form.values.removePhone && (
              <PhoneFields
                form={form}
                hint={user.phone === '' ? t('staff.phoneHint') : t('staff.phoneKept', { phone: user.phone })}
              />
            )}
            {user.phone !== '' && (
              <Checkbox
                label={t('fields.removePhone', { phone: user.phone })}
                {...form.getInputProps('removePhone', { type: 'checkbox' })}
              />
            )}
          </>
        }
      />
    </>
  )
}
