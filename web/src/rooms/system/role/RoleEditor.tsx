// A role: its name, its second factor, and its level for every menu.

import type { RecordOf } from '@greenroom/contract/call'
import { rolesChanged } from '@greenroom/contract/sentences/staff'
import { roleInfo, roleList, roleMenus, roleSave, roleUpdate } from '@greenroom/contract/systemStaff'
import type { MenuNode } from '@greenroom/contract/systemStaff.schema'
import { roleSave as roleSaveSchema, roleUpdate as roleUpdateSchema } from '@greenroom/contract/systemStaff.schema'
import { Group, Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../action/action.ts'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../action/form/RecordDrawer.tsx'
import { DrawerSkeleton, SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/list.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { label, nameIn, useLabels } from '../../../ui/labels.ts'
import { PermissionTree } from '../../../ui/PermissionTree.tsx'
import { type Grants, grantPayload } from '../../../ui/permissions.ts'
import { GrantSummary } from './GrantSummary.tsx'

type Factor = RecordOf<typeof roleList>['secondFactor']
type RoleForm = {
  roleId?: number
  version?: number
  roleName: string
  remark: string
  secondFactor: Factor
  menuIds: number[]
  readMenuIds: number[]
}
const factors: readonly Factor[] = ['none', 'sms', 'google']
const empty: RoleForm = { roleName: '', remark: '', secondFactor: 'none', menuIds: [], readMenuIds: [] }

const toGrants = (role: Pick<RoleForm, 'menuIds' | 'readMenuIds'>): Grants => ({
  ...Object.fromEntries(role.readMenuIds.map((id) => [id, 1])),
  ...Object.fromEntries(role.menuIds.map((id) => [id, 3])),
})

async function readRole(roleId: number, signal?: AbortSignal) {
  const { role } = await call(roleInfo, { roleId }, signal ? { signal } : {})
  const at = (level: 1 | 3) => role.menus.filter((m) => m.permission === level).map((m) => m.menuId)
  const { version, roleName, remark, secondFactor, can } = role
  const form: RoleForm = {
    roleId,
    version,
    roleName,
    remark,
    secondFactor,
    menuIds: at(3).toSorted((a, b) => a - b),
    readMenuIds: at(1).toSorted((a, b) => a - b),
  }
  return { form, can }
}

export default function RoleEditor({ about, close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  if (about === '') {
    const refused = list.writable ? undefined : 'readOnly'
    return <Editor title={t('actions.role.add')} initial={empty} refused={refused} close={close} />
  }
  return (
    <RecordDrawer
      about={about}
      close={close}
      title={t('actions.role.edit')}
      whole
      read={(s) => readRole(Number(about), s)}
    >
      {({ form, can }) => (
        <Editor
          title={label('list:of', { action: t('actions.role.edit'), name: form.roleName })}
          initial={form}
          refused={can.update === true ? undefined : can.update}
          close={close}
        />
      )}
    </RecordDrawer>
  )
}

type EditorProps = { title: string; initial: RoleForm; refused: string | undefined; close: () => void }

function Editor({ title, initial, refused, close }: EditorProps) {
  const { label } = useLabels()
  const menus = useQuery({
    queryKey: ['system.role', 'menus'],
    queryFn: ({ signal }) => call(roleMenus, {}, { signal }),
  })
  if (!menus.data) {
    return (
      <SideDrawer title={title} close={close} width={760}>
        {menus.isError ? <Failure error={menus.error} /> : <DrawerSkeleton />}
      </SideDrawer>
    )
  }
  const { roleId } = initial
  return (
    <FormDrawer<RoleForm>
      title={title}
      close={close}
      width={760}
      draft={`system.role:${roleId ?? 'new'}`}
      call={roleId === undefined ? roleSave : roleUpdate}
      schema={roleId === undefined ? roleSaveSchema.payload : roleUpdateSchema.payload}
      initial={initial}
      codes={{ 10029: 'roleName' }}
      message={({ roleName }) => rolesChanged([roleName], roleId === undefined ? 'added' : 'edited')}
      {...(roleId !== undefined && { theirs: async () => (await readRole(roleId)).form })}
      show={(field, value) =>
        field === 'menuIds' || field === 'readMenuIds'
          ? label('system:role.menusCount', { count: (value as number[]).length })
          : field === 'secondFactor'
            ? label(`system:options.secondFactor.${String(value)}`)
            : String(value)
      }
      refused={refused && label(reasonKeys('system', refused))}
      fieldsRefuse
    >
      {(form) => <RoleFields form={form} saved={toGrants(initial)} tree={menus.data.menus} readOnly={!!refused} />}
    </FormDrawer>
  )
}

function RoleFields(props: {
  form: UseFormReturnType<RoleForm>
  saved: Grants
  tree: readonly MenuNode[]
  readOnly: boolean
}) {
  const { form, saved, tree } = props
  const { t } = useTranslation('system')
  const { label, language } = useLabels()
  const nameOf = (menu: MenuNode) => nameIn(menu.names, language)
  const grants = toGrants(form.values)
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('fields.roleName')}
          required
          maxLength={50}
          data-autofocus
          disabled={props.readOnly}
          {...form.getInputProps('roleName')}
        />
        <Input.Wrapper label={t('fields.secondFactor')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('fields.secondFactor')}
            data={factors.map((value) => ({ value, label: label(`system:options.secondFactor.${String(value)}`) }))}
            disabled={props.readOnly}
            {...form.getInputProps('secondFactor')}
          />
        </Input.Wrapper>
      </Group>
      <Textarea
        label={t('fields.remark')}
        autosize
        minRows={1}
        maxLength={200}
        disabled={props.readOnly}
        {...form.getInputProps('remark')}
      />
      <Stack gap={6}>
        <Input.Wrapper label={t('role.menus')} description={t('role.menusHint')} labelElement="div" />
        <PermissionTree
          tree={tree}
          nameOf={nameOf}
          grants={grants}
          saved={saved}
          label={t('role.menus')}
          readOnly={props.readOnly}
          change={(next) => form.setValues(sorted(grantPayload(next)))}
        />
        <GrantSummary tree={tree} saved={saved} grants={grants} nameOf={nameOf} />
      </Stack>
    </>
  )
}

const sorted = (ids: { menuIds: number[]; readMenuIds: number[] }) => ({
  menuIds: ids.menuIds.toSorted((a, b) => a - b),
  readMenuIds: ids.readMenuIds.toSorted((a, b) => a - b),
})
