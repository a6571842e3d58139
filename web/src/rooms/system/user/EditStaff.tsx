import type { RecordOf } from '@greenroom/contract/call'
import { accountsChanged } from '@greenroom/contract/sentences/staff'
import { staffInfo, type staffList, staffUpdate } from '@greenroom/contract/systemStaff'
import { staffUpdate as schema } from '@greenroom/contract/systemStaff.schema'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../action/form/RecordDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { call } from '../../../api/call.ts'
import { listed } from '../../../format/list.ts'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'
import { useRoleOptions } from './roles.ts'
import { PhoneFields, StaffFields } from './StaffFields.tsx'
import { StaffStatus } from './StaffStatus.tsx'

type Staff = RecordOf<typeof staffList>

const toForm = ({ userId, version, roles, remark }: Staff) => ({
  userId,
  version,
  roleIds: roles.map((role) => String(role.roleId)),
  // The list masks phones: an empty field keeps the number.
  areaCode: '',
  phone: '',
  removePhone: false,
  remark,
})

const read = async (userId: number, signal?: AbortSignal) =>
  (await call(staffInfo, { userId }, signal ? { signal } : {})).user

export default function EditStaff({ about, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <RecordDrawer
      about={about}
      close={close}
      title={t('actions.staff.edit')}
      read={(signal) => read(Number(about), signal)}
    >
      {(user) => <Editor user={user} close={close} />}
    </RecordDrawer>
  )
}

function Editor({ user, close }: { user: Staff; close: () => void }) {
  const { t } = useTranslation('system')
  const roles = useRoleOptions()
  const names = (ids: readonly string[]) =>
    listed(
      ids.map((id) => roles.find((role) => role.value === id)?.label ?? id),
      textLanguage(),
    )
  return (
    <FormDrawer
      title={label('list:of', { action: t('actions.staff.edit'), name: user.username })}
      close={close}
      draft={`system.staff:${user.userId}`}
      call={staffUpdate}
      schema={schema.payload}
      initial={toForm(user)}
      message={() => accountsChanged([user.username], 'edited')}
      theirs={async () => toForm(await read(user.userId))}
      show={(field, value) => (field === 'roleIds' ? names(value as string[]) : String(value))}
      refused={refusalOf('system', user.can.update, 'system.staff.edit')}
    >
      {(form) => (
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
      )}
    </FormDrawer>
  )
}
