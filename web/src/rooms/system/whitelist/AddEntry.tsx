import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { whitelistSave } from '@greenroom/contract/system'
import { whitelistSave as schema } from '@greenroom/contract/system.schema'
import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../action/action.ts'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { useCurrentList } from '../../../list/list.ts'
import { DateTimeField } from '../../../ui/DateTimeField.tsx'
import { label } from '../../../ui/labels.ts'

const kinds = ['ip', 'user', 'device', 'withdrawal'] as const
type Entry = { kind: (typeof kinds)[number]; value: string; note: string; expiresAtStr: string }
const empty: Entry = { kind: 'ip', value: '', note: '', expiresAtStr: '' }

export default function AddEntry({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const list = useCurrentList()
  return (
    <FormDrawer<Entry>
      title={t('actions.whitelist.add')}
      close={close}
      draft="system.whitelist:new"
      call={whitelistSave}
      schema={schema.payload}
      initial={empty}
      told={(entry) => whitelistChanged([entry], 'added')}
      codes={{ 10027: 'value', 21001: 'value' }}
      refused={list.writable ? undefined : label(reasonKeys('system', 'readOnly'))}
    >
      {(form) => (
        <>
          <Input.Wrapper
            label={t('fields.kind')}
            description={t(`whitelist.means.${form.values.kind}`)}
            labelElement="div"
          >
            <SegmentedControl
              fullWidth
              mt={4}
              aria-label={t('fields.kind')}
              data={kinds.map((value) => ({ value, label: t(`options.kind.${value}`) }))}
              {...form.getInputProps('kind')}
            />
          </Input.Wrapper>
          <TextInput
            label={t(`whitelist.value.${form.values.kind}`)}
            required
            data-autofocus
            maxLength={100}
            {...form.getInputProps('value')}
          />
          <Textarea label={t('fields.note')} autosize minRows={2} maxLength={200} {...form.getInputProps('note')} />
          <DateTimeField
            label={t('fields.expiresAtStr')}
            description={t('whitelist.expiryHint')}
            {...form.getInputProps('expiresAtStr')}
          />
        </>
      )}
    </FormDrawer>
  )
}
