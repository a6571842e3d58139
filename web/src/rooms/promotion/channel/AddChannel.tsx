// A new channel with its first terms.
import { channelSave } from '@greenroom/contract/channels'
import { channelSave as schema } from '@greenroom/contract/channels.schema'
import { channelsChanged } from '@greenroom/contract/sentences/promotion'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { useCurrentList } from '../../../list/list.ts'
import { ChannelFields, type ChannelValues, TermFields, type TermValues, termPayload } from './inputs.tsx'

type Form = ChannelValues & TermValues & { number: string }

const empty: Form = {
  number: '',
  name: '',
  promoterId: '',
  type: 'social',
  remark: '',
  model: 'CPA',
  usd: '',
  percent: '',
  coefficient: '1.00',
}

export default function AddChannel({ close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  const list = useCurrentList()
  return (
    <FormDrawer<Form>
      title={t('actions.channel.add')}
      close={close}
      draft="promotion.channel:new"
      call={channelSave}
      schema={schema.payload}
      initial={empty}
      payload={({ number, name, promoterId, type, remark, ...terms }) => ({
        number,
        name,
        promoterId,
        type,
        remark,
        ...termPayload(terms),
      })}
      codes={{ 40001: 'number', 70009: 'coefficient' }}
      message={({ name }) => channelsChanged([{ name }], 'added')}
      refused={refusalOf('promotion', list.writable || 'readOnly')}
    >
      {(form) => (
        <>
          <TextInput
            label={t('fields.number')}
            description={t('channel.numberHint')}
            required
            data-autofocus
            dir="ltr"
            maxLength={60}
            spellCheck={false}
            {...form.getInputProps('number')}
          />
          <ChannelFields form={form} />
          <TermFields form={form} />
        </>
      )}
    </FormDrawer>
  )
}
