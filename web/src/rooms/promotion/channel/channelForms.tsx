import { channelInfo, channelSave, channelTermSave, channelUpdate } from '@greenroom/contract/channels'
import {
  channelUpdate as channelSchema,
  channelSave as schema,
  channelTermSave as termsSchema,
} from '@greenroom/contract/channels.schema'
import { channelsChanged, termsChanged } from '@greenroom/contract/sentences/promotion'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { today } from '../today.ts'
import type { Channel } from './channelInputs.tsx'
import { ChannelFields, type ChannelValues, TermFields, type TermValues, termPayload } from './channelInputs.tsx'

// New terms of a channel, effective from a day.
type TermsInput = TermValues & { id: number; fromDay: string }

export function TermsForm({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  return (
    <RecordDrawer<Channel>
      rowId={rowId}
      close={close}
      title={t('actions.channel.terms')}
      read={async (signal) => (await call(channelInfo, { id: Number(rowId) }, { signal })).channel}
    >
      {(channel) => <Terms channel={channel} close={close} />}
    </RecordDrawer>
  )
}

function Terms({ channel, close }: { channel: Channel; close: () => void }) {
  const { t } = useTranslation(['promotion', 'list'])
  const { id, name, model, priceCents, shareBp, coefficient } = channel
  return (
    <FormDrawer<TermsInput>
      title={t('list:of', { action: t('actions.channel.terms'), name })}
      close={close}
      draft={`promotion.channel.terms:${id}`}
      call={channelTermSave}
      schema={termsSchema.payload}
      initial={{
        id,
        fromDay: today(),
        model,
        usd: model === 'CPS' ? '' : priceCents / 100,
        percent: model === 'CPS' ? shareBp / 100 : '',
        coefficient: (coefficient / 100).toFixed(2),
      }}
      payload={({ fromDay, ...terms }) => ({ id, fromDay, ...termPayload(terms) })}
      codes={{ 70009: 'coefficient', 1000002: 'fromDay' }}
      message={({ fromDay }) => termsChanged({ name, fromDay })}
      refused={refusalOf('promotion', channel.can.terms, 'promotion.channel')}
    >
      {(form) => (
        <>
          <DayField
            label={t('fields.fromDay')}
            description={t('channel.fromDayHint')}
            required
            {...form.getInputProps('fromDay')}
          />
          <TermFields form={form} />
        </>
      )}
    </FormDrawer>
  )
}

type ChannelInput = ChannelValues & { id: number; version: number }

export const ChannelForm = recordForm<Channel, ChannelInput>({
  thing: 'promotion.channel',
  read: async (id, options) => (await call(channelInfo, { id: Number(id) }, options)).channel,
  toForm: ({ id, version, name, promoter, type, remark }) => ({
    id,
    version,
    name,
    promoterId: promoter === null ? '' : String(promoter.promoterId),
    type,
    remark,
  }),
  nameOf: ({ name }) => name,
  update: [channelUpdate, channelSchema],
  message: ({ name }) => channelsChanged([{ name }], 'edited'),
  Fields: Fields,
})

function Fields({ form, record }: RecordFields<Channel, ChannelInput>) {
  return <ChannelFields form={form} keepsPromoter={record !== undefined && record.promoter !== null} />
}

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

/** A new channel with its first terms. */
export function AddChannel({ close }: DrawerProps) {
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
