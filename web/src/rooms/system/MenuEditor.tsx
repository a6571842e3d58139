import { screens } from '@greenroom/contract/screens'
import { menuChanged } from '@greenroom/contract/sentences/system'
import { menuSave, menuTree, menuUpdate } from '@greenroom/contract/systemStaff'
import {
  type MenuNode,
  menuSave as saveSchema,
  menuUpdate as updateSchema,
} from '@greenroom/contract/systemStaff.schema'
import { Autocomplete, Group, Input, NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../actions/action.ts'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { FormDrawer } from '../../actions/form/FormDrawer.tsx'
import { RecordDrawer } from '../../actions/form/RecordDrawer.tsx'
import { type CallOptions, call } from '../../api/call.ts'
import { useCurrentList } from '../../list/currentList.ts'
import { reloadMenus } from '../../session/session.ts'
import { label, nameIn, useLabels } from '../../ui/labels.ts'
import { menuIcons } from '../../ui/values/MenuIcon.tsx'
import { flatten, parentsFor } from './menuRows.ts'

const empty: MenuForm = {
  parentId: '0',
  type: 'menu',
  nameEn: '',
  nameCn: '',
  path: '',
  icon: '',
  sort: 0,
  cacheAble: true,
}

/** Form for a new menu; opened from a catalogue's row, which is the parent. */
export function AddMenu({ rowId, close }: DrawerProps) {
  const list = useCurrentList()
  return (
    <Editor
      initial={{ ...empty, parentId: rowId || '0' }}
      refused={list.writable ? undefined : 'readOnly'}
      builtIn={false}
      close={close}
    />
  )
}

export type MenuForm = {
  id?: number
  version?: number
  parentId: string
  type: 'catalogue' | 'menu'
  nameEn: string
  nameCn: string
  path: string
  icon: string
  sort: number | ''
  cacheAble: boolean
}

const toForm = (menu: MenuNode): MenuForm => ({
  id: menu.id,
  version: menu.version,
  parentId: String(menu.parentId),
  type: menu.type,
  nameEn: menu.names.en,
  nameCn: menu.names.cn,
  path: menu.path,
  icon: menu.icon,
  sort: menu.sort,
  cacheAble: menu.cacheAble !== 0,
})

const read = async (id: number, options: CallOptions) =>
  flatten((await call(menuTree, {}, options)).menus).find((menu) => menu.id === id)

export function MenuEditor({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <RecordDrawer<MenuNode>
      rowId={rowId}
      close={close}
      title={t('actions.menu.edit')}
      read={(signal) => read(Number(rowId), { signal })}
    >
      {(menu) => (
        <Editor
          initial={toForm(menu)}
          refused={menu.can.update === true ? undefined : menu.can.update}
          builtIn={menu.builtIn}
          close={close}
        />
      )}
    </RecordDrawer>
  )
}

type EditorProps = { initial: MenuForm; refused: string | undefined; builtIn: boolean; close: () => void }

/** The form of a new or existing menu. */
export function Editor({ initial, refused, builtIn, close }: EditorProps) {
  const { t } = useTranslation('system')
  const { id } = initial
  const isNew = id === undefined
  return (
    <FormDrawer<MenuForm>
      title={isNew ? t('actions.menu.add') : label('list:of', { action: t('actions.menu.edit'), name: initial.nameEn })}
      close={close}
      draft={`system.menu:${id ?? 'new'}`}
      call={isNew ? menuSave : menuUpdate}
      schema={isNew ? saveSchema.payload : updateSchema.payload}
      initial={initial}
      payload={({ cacheAble, ...rest }) => ({ ...rest, cacheAble: cacheAble ? 1 : 0 })}
      {...(!isNew && {
        theirs: async () => {
          const now = await read(id, {})
          return now ? toForm(now) : initial
        },
      })}
      refused={refused && label(reasonKeys('system', refused))}
      message={({ nameEn, nameCn }) => menuChanged({ en: nameEn, cn: nameCn }, isNew ? 'added' : 'edited')}
      onSaved={() => void reloadMenus()}
    >
      {(form) => <MenuFields form={form} isNew={isNew} builtIn={builtIn} />}
    </FormDrawer>
  )
}

function MenuFields({ form, isNew, builtIn }: { form: UseFormReturnType<MenuForm>; isNew: boolean; builtIn: boolean }) {
  const { t } = useTranslation('system')
  const { language } = useLabels()
  const { data } = useQuery({
    queryKey: ['system.menu', 'menuTree'],
    queryFn: ({ signal }) => call(menuTree, {}, { signal }),
  })
  const parents = parentsFor(data?.menus ?? [], form.values.id).map((menu) => ({
    value: String(menu.id),
    label: `${'\u2003'.repeat(menu.depth)}${nameIn(menu.names, language)}`,
  }))
  return (
    <>
      {isNew && (
        <Input.Wrapper label={t('fields.type')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('fields.type')}
            data={(['menu', 'catalogue'] as const).map((value) => ({ value, label: t(`options.menuType.${value}`) }))}
            {...form.getInputProps('type')}
          />
        </Input.Wrapper>
      )}
      <Select
        label={t('fields.parentId')}
        data={[{ value: '0', label: t('menu.top') }, ...parents]}
        searchable
        allowDeselect={false}
        {...form.getInputProps('parentId')}
      />
      <Group grow align="flex-start">
        <TextInput
          label={t('fields.nameEn')}
          required
          maxLength={50}
          data-autofocus
          {...form.getInputProps('nameEn')}
        />
        <TextInput label={t('fields.nameCn')} required maxLength={50} {...form.getInputProps('nameCn')} />
      </Group>
      {form.values.type === 'menu' && (
        <Autocomplete
          label={t('fields.path')}
          description={builtIn ? t('menu.pathBuiltIn') : t('menu.pathHint')}
          data={Object.values(screens).map((screen) => screen.path)}
          dir="ltr"
          {...form.getInputProps('path')}
        />
      )}
      <Group grow align="flex-start">
        <Autocomplete
          label={t('fields.icon')}
          description={t('menu.iconHint')}
          data={[...menuIcons]}
          {...form.getInputProps('icon')}
        />
        <NumberInput
          label={t('fields.sort')}
          description={t('menu.sortHint')}
          min={0}
          max={9999}
          allowDecimal={false}
          {...form.getInputProps('sort')}
        />
      </Group>
      {form.values.type === 'menu' && (
        <Switch
          label={t('fields.cacheAble')}
          description={t('menu.cacheHint')}
          {...form.getInputProps('cacheAble', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
