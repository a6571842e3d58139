import { channelInfo, channelUpdate } from '@greenroom/contract/channels'
import { channelUpdate as schema } from '@greenroom/contract/channels.schema'
import { channelsChanged } from '@greenroom/contract/sentences/promotion'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import type { Channel } from './channel.ts'
import { ChannelFields, type ChannelValues } from './inputs.tsx'

type Form = ChannelValues & { id: number; version: number }

export default recordForm<Channel, Form>({
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
  update: [channelUpdate, schema],
  message: ({ name }) => channelsChanged([{ name }], 'edited'),
  Fields: Fields,
})

function Fields({ form, record }: RecordFields<Channel, Form>) {
  return <ChannelFields form={form} keepsPromoter={record !== undefined && record.promoter !== null} />
}
