import { agentAccountSave as accountFormCall, agentInfo, agentLimits } from '@greenroom/contract/agents'
import { agentAccountSave as accountFormSchema, agentLimits as schema } from '@greenroom/contract/agents.schema'
import type { Answer } from '@greenroom/contract/call'
import { reason } from '@greenroom/contract/fields'
import { agentLimitsChanged } from '@greenroom/contract/sentences/agents'
import { stockEnds } from '@greenroom/contract/statesAndKinds'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { accountForm } from '../../../actions/form/accountForm.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'

/** How a cancelled agent's stock is handled, and why. */
export type Ending = { stock: (typeof stockEnds)[number]; reason: string }

export const AccountForm = accountForm({
  room: 'finance',
  thing: 'agent',
  draft: 'finance.agentAccount',
  call: accountFormCall,
  schema: accountFormSchema,
  payee: 'userId',
})

// Asks how the stock is handled, and why the qualification is cancelled.
export const endForm: ActionForm<Ending> = {
  schema: z.object({ stock: z.enum(stockEnds), reason: reason() }),
  initial: { stock: 'buy back', reason: '' },
  Fields: function EndFields({ form }) {
    const { t } = useTranslation('finance')
    return (
      <>
        <Select
          label={t('agentFields.stock')}
          data={stockEnds.map((value) => ({ value, label: t(`options.stockEnd.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('stock')}
        />
        <ReasonField form={form} />
      </>
    )
  },
}

type Agent = Answer<typeof agentInfo>
type Form = { dayTokens: number | string; saleTokens: number | string; countries: string }

const codesOf = (text: string) => text.split(',').flatMap((part) => part.trim().toUpperCase() || [])

/** An agent's own limits and the countries of their buyers. */
export function LimitsForm({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <RecordDrawer<Agent>
      rowId={rowId}
      close={close}
      title={t('actions.agent.limits')}
      alwaysRead
      read={(signal) => call(agentInfo, { userId: Number(rowId) }, { signal })}
    >
      {(agent) => <Limits agent={agent} close={close} />}
    </RecordDrawer>
  )
}

function Limits({ agent, close }: { agent: Agent; close: () => void }) {
  const { t } = useTranslation('finance')
  const { userId, nickname } = agent.user
  return (
    <FormDrawer<Form>
      title={t('actions.agent.limits')}
      close={close}
      draft={`finance.agentLimits:${userId}`}
      call={agentLimits}
      schema={schema.payload}
      initial={{
        dayTokens: agent.dayTokens ?? '',
        saleTokens: agent.saleTokens ?? '',
        countries: agent.countries.join(', '),
      }}
      payload={({ dayTokens, saleTokens, countries }) => ({
        userId,
        version: agent.version,
        dayTokens: dayTokens === '' ? undefined : dayTokens,
        saleTokens: saleTokens === '' ? undefined : saleTokens,
        countries: codesOf(countries),
      })}
      refused={refusalOf('finance', agent.can.limits)}
      message={() => agentLimitsChanged('done', { id: userId, nickname })}
      waiting={() => agentLimitsChanged('request', { id: userId, nickname })}
    >
      {(form) => (
        <>
          <NumberInput
            label={t('agentFields.dayTokens')}
            description={t('agentFields.limitHint')}
            thousandSeparator=","
            allowDecimal={false}
            data-autofocus
            {...form.getInputProps('dayTokens')}
          />
          <NumberInput
            label={t('agentFields.saleTokens')}
            description={t('agentFields.limitHint')}
            thousandSeparator=","
            allowDecimal={false}
            {...form.getInputProps('saleTokens')}
          />
          <TextInput
            label={t('agentFields.countries')}
            description={t('agentFields.countriesHint')}
            dir="ltr"
            {...form.getInputProps('countries')}
          />
        </>
      )}
    </FormDrawer>
  )
}
