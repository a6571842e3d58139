// New terms of a channel, effective from a day.
import { channelInfo, channelTermSave } from '@greenroom/contract/channels'
import { channelTermSave as schema } from '@greenroom/contract/channels.schema'
import { termsChanged } from '@greenroom/contract/sentences/promotion'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../action/form/RecordDrawer.tsx'
import { refusalOf } from '../../../action/refusal.ts'
import { call } from '../../../api/call.ts'
import { DayField } from '../../../ui/DayField.tsx'
import { today } from '../today.ts'
import type { Channel } from './channel.ts'
import { TermFields, type TermValues, termPayload } from './inputs.tsx'

type Form = TermValues & { id: number; fromDay: string }

export default function TermsForm({ rowId, close }: DrawerProps) {
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
    <FormDrawer<Form>
      title={t('list:of', { action: t('actions.channel.terms'), name })}
      close={close}
      draft={`promotion.channel.terms:${id}`}
      call={channelTermSave}
      schema={schema.payload}
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
