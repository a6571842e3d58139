import type { RecordOf } from '@greenroom/contract/call'
import { accountAsked, accountsChanged } from '@greenroom/contract/sentences/staff'
import { staffInfo, type staffList, staffUpdate } from '@greenroom/contract/systemStaff'
import { staffUpdate as schema } from '@greenroom/contract/systemStaff.schema'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { listed } from '../../../format/list.ts'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { useRoleOptions } from './roles.ts'
import { PhoneFields, StaffFields } from './StaffFields.tsx'
import { StaffStatus } from './StaffStatus.tsx'

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
export default recordForm<Staff, Form>({
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
