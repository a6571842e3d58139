import { paramAdded } from '@greenroom/contract/sentences/system'
import { paramAdd } from '@greenroom/contract/system'
import { paramAdd as schema } from '@greenroom/contract/system.schema'
import { Group, Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useCurrentList } from '../../../list/list.ts'
import { label } from '../../../ui/labels.ts'
import { ValueField, valueFault } from './ValueField.tsx'

const types = ['text', 'integer', 'boolean', 'json'] as const
type New = {
  key: string
  type: (typeof types)[number]
  value: string
  nameEn: string
  nameCn: string
  frontEndNeeded: boolean
}
const empty: New = { key: '', type: 'text', value: '', nameEn: '', nameCn: '', frontEndNeeded: false }
const first: Record<New['type'], string> = { text: '', integer: '0', boolean: 'false', json: '{}' }
const described = ({ key, type }: New) => ({ key, type, unit: '', choices: [], min: null, max: null })

export default function AddParam({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  return (
    <FormDrawer<New>
      title={t('actions.param.add')}
      close={close}
      draft="system.param:new"
      call={paramAdd}
      schema={schema.payload}
      initial={empty}
      message={paramAdded}
      codes={{ 10027: 'key' }}
      check={(values) => {
        const fault = valueFault(described(values), values.value)
        return fault ? { value: label(`system:invalid.value_${fault.key}`, fault) } : {}
      }}
      refused={refusalOf('system', list.writable || 'readOnly')}
    >
      {(form) => (
        <>
          <TextInput
            label={t('fields.key')}
            description={t('param.keyHint')}
            required
            data-autofocus
            dir="ltr"
            maxLength={60}
            {...form.getInputProps('key')}
          />
          <Group grow align="flex-start">
            <TextInput label={t('fields.nameEn')} required maxLength={100} {...form.getInputProps('nameEn')} />
            <TextInput label={t('fields.nameCn')} required maxLength={100} {...form.getInputProps('nameCn')} />
          </Group>
          <Select
            label={t('fields.type')}
            data={types.map((value) => ({ value, label: t(`options.type.${value}`) }))}
            allowDeselect={false}
            value={form.values.type}
            onChange={(type) =>
              type && form.setValues({ type: type as New['type'], value: first[type as New['type']] })
            }
          />
          <ValueField
            param={described(form.values)}
            value={form.values.value}
            error={form.errors['value']}
            onChange={(value) => form.setFieldValue('value', value)}
          />
          <Switch
            label={t('fields.frontEndNeeded')}
            description={t('param.frontEndHint')}
            {...form.getInputProps('frontEndNeeded', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDrawer>
  )
}
