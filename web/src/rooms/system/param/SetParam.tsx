import type { RecordOf } from '@greenroom/contract/call'
import { paramAdded, paramChanged } from '@greenroom/contract/sentences/system'
import { paramAdd, type paramList, paramSet } from '@greenroom/contract/system'
import { paramAdd as addParamSchema, paramSet as schema } from '@greenroom/contract/system.schema'
import { Alert, Anchor, Group, Select, Switch, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { label, nameIn, useLabels } from '../../../ui/labels.ts'
import { showApplied } from '../showApplied.ts'
import { ParamValue, readParam } from './ParamValue.tsx'
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

export function AddParam({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  return (
    <FormDrawer<New>
      title={t('actions.param.add')}
      close={close}
      draft="system.param:new"
      call={paramAdd}
      schema={addParamSchema.payload}
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

type Param = RecordOf<typeof paramList>

const toForm = ({ key, value, version }: Param) => ({ key, version, value, reason: '' })

export function SetParam({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <RecordDrawer<Param>
      rowId={rowId}
      close={close}
      title={t('actions.param.set')}
      read={(signal) => readParam(rowId, { signal })}
    >
      {(param) => <Editor param={param} close={close} />}
    </RecordDrawer>
  )
}

function Editor({ param, close }: { param: Param; close: () => void }) {
  const { t } = useTranslation('system')
  const { language } = useLabels()
  return (
    <FormDrawer
      title={nameIn(param.names, language)}
      close={close}
      draft={`system.param:${param.key}`}
      call={paramSet}
      schema={schema.payload}
      initial={toForm(param)}
      check={({ value }) => {
        const fault = valueFault(param, value)
        return fault ? { value: label(`system:invalid.value_${fault.key}`, fault) } : {}
      }}
      theirs={async () => ({ ...toForm((await readParam(param.key, {})) ?? param), reason: '' })}
      show={(field, value) => (field === 'value' ? <ParamValue param={param} value={String(value)} /> : String(value))}
      refused={refusalOf('system', param.can.set, 'system.param.set')}
      {...(param.sensitive && { submit: t('param.ask') })}
      onSaved={(answer, { value }) => {
        showApplied(answer, (form) => paramChanged(form, { key: param.key, from: param.value, to: value }))
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <Text>{nameIn(param.description, language)}</Text>
          <Facts
            of={[
              [t('columns.key'), <Code key="key">{param.key}</Code>],
              [t('param.now'), <ParamValue key="now" param={param} value={param.value} />],
              ...(param.defaultValue === null
                ? []
                : ([
                    [t('columns.defaultValue'), <ParamValue key="default" param={param} value={param.defaultValue} />],
                  ] as const)),
              [t('columns.frontEndNeeded'), label(`list:filters.${param.frontEndNeeded}`)],
            ]}
          />
          {param.pendingApprovalId !== null && (
            <Alert color="yellow" p="xs">
              {t('param.pending')}{' '}
              <Anchor
                component={Link}
                to={`/sys/approval?drawer=show:${param.pendingApprovalId}`}
                size="sm"
                underline="always"
              >
                {t('param.toApproval')}
              </Anchor>
            </Alert>
          )}
          {param.sensitive && (
            <Alert color="blue" p="xs">
              {t('param.sensitive')}
            </Alert>
          )}
          <ValueField
            param={param}
            value={form.values.value}
            error={form.errors['value']}
            onChange={(value) => form.setFieldValue('value', value)}
          />
          <ReasonField form={form} />
        </>
      )}
    </FormDrawer>
  )
}
