import type { RecordOf } from '@greenroom/contract/call'
import { versionsChanged } from '@greenroom/contract/sentences/system'
import { versionInfo, type versionList, versionSave, versionUpdate } from '@greenroom/contract/system'
import { versionSave as saveSchema, versionUpdate as updateSchema } from '@greenroom/contract/system.schema'
import { Group, Input, NumberInput, Slider, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../action/action.ts'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../action/form/RecordDrawer.tsx'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/list.ts'
import { label } from '../../../ui/labels.ts'

type Version = RecordOf<typeof versionList>
type VersionForm = {
  id?: number
  version?: number
  app: string
  build: number | ''
  name: string
  address: string
  description: string
  mandatory: boolean
  sharePercent: number
}

const empty: VersionForm = {
  app: '',
  build: '',
  name: '',
  address: '',
  description: '',
  mandatory: false,
  sharePercent: 100,
}
const toForm = ({ id, version, app, build, name, address, description, mandatory, sharePercent }: Version) => ({
  id,
  version,
  app,
  build,
  name,
  address,
  description,
  mandatory,
  sharePercent,
})

const read = async (id: number) => (await call(versionInfo, { id })).version

export default function VersionEditor({ about, close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  if (about === '') {
    return <Editor initial={empty} refused={list.writable ? undefined : 'readOnly'} close={close} />
  }
  return (
    <RecordDrawer<Version>
      about={about}
      close={close}
      title={t('actions.version.edit')}
      read={() => read(Number(about))}
    >
      {(version) => (
        <Editor
          initial={toForm(version)}
          refused={version.can.update === true ? undefined : version.can.update}
          close={close}
        />
      )}
    </RecordDrawer>
  )
}

function Editor(props: { initial: VersionForm; refused: string | undefined; close: () => void }) {
  const { initial, refused, close } = props
  const { t } = useTranslation('system')
  const { id } = initial
  const isNew = id === undefined
  return (
    <FormDrawer<VersionForm>
      title={
        isNew
          ? t('actions.version.add')
          : label('list:of', { action: t('actions.version.edit'), name: `${initial.app} ${initial.name}` })
      }
      close={close}
      draft={`system.version:${id ?? 'new'}`}
      call={isNew ? versionSave : versionUpdate}
      schema={isNew ? saveSchema.payload : updateSchema.payload}
      initial={initial}
      codes={{ 10027: 'build' }}
      told={(version) => versionsChanged([{ ...version, build: Number(version.build) }], isNew ? 'added' : 'edited')}
      {...(!isNew && {
        theirs: async () => toForm(await read(id)),
      })}
      refused={refused && label(reasonKeys('system', refused))}
    >
      {(form) => (
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
      )}
    </FormDrawer>
  )
}
