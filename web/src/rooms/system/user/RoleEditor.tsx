// A role: its name, its second factor, and its level for every menu.
import type { Answer } from '@greenroom/contract/call'
import { roleAsked, rolesChanged } from '@greenroom/contract/sentences/staff'
import { roleInfo, roleMenus, roleSave, roleUpdate } from '@greenroom/contract/systemStaff'
import {
  type MenuNode,
  roleSave as saveSchema,
  roleUpdate as updateSchema,
} from '@greenroom/contract/systemStaff.schema'
import { Alert, Group, Input, List, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { DrawerSkeleton } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { PermissionTree } from '../../../ui/fields/PermissionTree.tsx'
import { type Grants, grantChanges, grantPayload } from '../../../ui/fields/permissions.ts'
import { label, nameIn, useLabels } from '../../../ui/labels.ts'

const words = { 0: 'list:tree.none', 1: 'list:tree.read', 3: 'list:tree.write' } as const

/** The changes to a role's menus that saving would make. */
function GrantSummary(props: {
  tree: readonly MenuNode[]
  saved: Grants
  grants: Grants
  nameOf: (menu: MenuNode) => string
}) {
  const { t } = useTranslation(['system', 'list'])
  const changes = grantChanges(props.tree, props.saved, props.grants)
  if (changes.length === 0) {
    return (
      <Text size="xs" c="dimmed" aria-live="polite">
        {t('system:role.unchanged')}
      </Text>
    )
  }
  const names = namesOf(props.tree, props.nameOf)
  return (
    <Alert color="blue" p="xs" title={t('system:role.changes', { count: changes.length })} aria-live="polite">
      <List size="xs" style={{ columns: 2 }}>
        {changes.map(({ id, from, to }) => (
          <List.Item key={id}>
            {names.get(id)}: {t(words[from])} → <b>{t(words[to])}</b>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function namesOf(tree: readonly MenuNode[], nameOf: (menu: MenuNode) => string): Map<number, string> {
  return new Map(tree.flatMap((menu) => [[menu.id, nameOf(menu)] as const, ...namesOf(menu.children, nameOf)]))
}

type Role = Answer<typeof roleInfo>['role']
type RoleForm = Pick<Role, 'roleName' | 'remark' | 'secondFactor'> & {
  roleId?: number
  version?: number
  menuIds: number[]
  readMenuIds: number[]
}
const factors: readonly Role['secondFactor'][] = ['none', 'sms', 'google', 'passkey']
const empty: RoleForm = { roleName: '', remark: '', secondFactor: 'none', menuIds: [], readMenuIds: [] }

const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

function toForm({ roleId, version, roleName, remark, secondFactor, menus }: Role): RoleForm {
  const at = (level: 1 | 3) =>
    ascending(menus.flatMap(({ menuId, permission }) => (permission === level ? [menuId] : [])))
  return { roleId, version, roleName, remark, secondFactor, menuIds: at(3), readMenuIds: at(1) }
}

const toGrants = (role: Pick<RoleForm, 'menuIds' | 'readMenuIds'>): Grants => ({
  ...Object.fromEntries(role.readMenuIds.map((id) => [id, 1])),
  ...Object.fromEntries(role.menuIds.map((id) => [id, 3])),
})

function shown(field: string, value: unknown): string {
  if (field === 'secondFactor') return label(`system:options.secondFactor.${String(value)}`)
  return Array.isArray(value) ? label('system:role.menusCount', { count: value.length }) : String(value)
}

export default recordForm<Role, RoleForm>({
  thing: 'system.role',
  width: 'wide',
  read: async (id, options) => (await call(roleInfo, { roleId: Number(id) }, options)).role,
  alwaysRead: true,
  toForm,
  nameOf: ({ roleName }) => roleName,
  update: [roleUpdate, updateSchema],
  save: [roleSave, saveSchema],
  empty: () => empty,
  codes: { 10029: 'roleName' },
  waiting: ({ roleName }) => roleAsked(roleName),
  message: ({ roleName }, verb) => rolesChanged([roleName], verb),
  show: shown,
  fieldsRefuse: true,
  Fields: RoleFields,
})

function RoleFields({ form, record, readOnly }: RecordFields<Role, RoleForm>) {
  const { t } = useTranslation('system')
  const { label, language } = useLabels()
  const { data, error } = useQuery({
    queryKey: ['system.role', 'menus'],
    queryFn: ({ signal }) => call(roleMenus, {}, { signal }),
  })
  const nameOf = (menu: MenuNode) => nameIn(menu.names, language)
  const [grants, saved] = [toGrants(form.values), toGrants(record ? toForm(record) : empty)]
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('fields.roleName')}
          required
          maxLength={50}
          data-autofocus
          disabled={readOnly}
          {...form.getInputProps('roleName')}
        />
        <Input.Wrapper label={t('fields.secondFactor')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('fields.secondFactor')}
            data={factors.map((value) => ({ value, label: label(`system:options.secondFactor.${value}`) }))}
            disabled={readOnly}
            {...form.getInputProps('secondFactor')}
          />
        </Input.Wrapper>
      </Group>
      <Textarea
        label={t('fields.remark')}
        autosize
        minRows={1}
        maxLength={200}
        disabled={readOnly}
        {...form.getInputProps('remark')}
      />
      <Stack gap={6}>
        <Input.Wrapper label={t('role.menus')} description={t('role.menusHint')} labelElement="div" />
        {data ? (
          <>
            <PermissionTree
              tree={data.menus}
              nameOf={nameOf}
              grants={grants}
              saved={saved}
              label={t('role.menus')}
              readOnly={readOnly}
              change={(next) => form.setValues(sorted(grantPayload(next)))}
            />
            <GrantSummary tree={data.menus} saved={saved} grants={grants} nameOf={nameOf} />
          </>
        ) : error ? (
          <Failure error={error} />
        ) : (
          <DrawerSkeleton />
        )}
      </Stack>
    </>
  )
}

const sorted = (ids: { menuIds: number[]; readMenuIds: number[] }) => ({
  menuIds: ascending(ids.menuIds),
  readMenuIds: ascending(ids.readMenuIds),
})
