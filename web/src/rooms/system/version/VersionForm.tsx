import type { RecordOf } from '@greenroom/contract/call'
import { versionsChanged } from '@greenroom/contract/sentences/system'
import { versionInfo, type versionList, versionSave, versionUpdate } from '@greenroom/contract/systemRecords'
import { versionSave as saveSchema, versionUpdate as updateSchema } from '@greenroom/contract/systemRecords.schema'
import { Group, Input, NumberInput, Slider, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'

type Version = RecordOf<typeof versionList>
type VersionForm = Omit<ReturnType<typeof toForm>, 'id' | 'version'> & { id?: number; version?: number }

const toForm = ({ id, version, app, build, name, address, description, mandatory, sharePercent }: Version) => ({
  id,
  version,
  app,
  build: build as number | '',
  name,
  address,
  description,
  mandatory,
  sharePercent,
})

export default recordForm<Version, VersionForm>({
  thing: 'system.version',
  read: async (id) => (await call(versionInfo, { id: Number(id) })).version,
  toForm,
  nameOf: ({ app, name }) => `${app} ${name}`,
  update: [versionUpdate, updateSchema],
  save: [versionSave, saveSchema],
  empty: () => ({
    app: '',
    build: '',
    name: '',
    address: '',
    description: '',
    mandatory: false,
    sharePercent: 100,
  }),
  codes: { 10027: 'build' },
  told: (version, verb) => versionsChanged([{ ...version, build: Number(version.build) }], verb),
  Fields: VersionFields,
})

function VersionFields({ form, record }: RecordFields<Version, VersionForm>) {
  const { t } = useTranslation('system')
  const isNew = record === undefined
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('fields.app')}
          required
          maxLength={50}
          disabled={!isNew}
          data-autofocus={isNew}
          {...form.getInputProps('app')}
        />
        <NumberInput
          label={t('fields.build')}
          required
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          disabled={!isNew}
          {...form.getInputProps('build')}
        />
        <TextInput label={t('fields.name')} placeholder="2.14.0" required {...form.getInputProps('name')} />
      </Group>
      <TextInput
        label={t('fields.address')}
        description={t('version.addressHint')}
        required
        inputMode="url"
        dir="ltr"
        {...form.getInputProps('address')}
      />
      <Textarea
        label={t('fields.description')}
        required
        autosize
        minRows={4}
        maxRows={12}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <Switch
        label={t('fields.mandatory')}
        description={t('version.mandatoryHint')}
        {...form.getInputProps('mandatory', { type: 'checkbox' })}
      />
      <Input.Wrapper
        label={`${t('fields.sharePercent')}: ${form.values.sharePercent} %`}
        description={t('version.shareHint')}
        labelElement="div"
        mb="md"
      >
        <Slider
          mt="xs"
          thumbLabel={t('fields.sharePercent')}
          label={(value) => `${value} %`}
          marks={[0, 25, 50, 75, 100].map((value) => ({ value, label: `${value}` }))}
          {...form.getInputProps('sharePercent')}
        />
      </Input.Wrapper>
    </>
  )
}
