// A leader requests a part of the payable.
import { payoutRequestSave } from '@greenroom/contract/payouts'
import { payoutRequestSave as schema } from '@greenroom/contract/payouts.schema'
import { payoutRequested } from '@greenroom/contract/sentences/guildMoney'
import { Alert, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { DrawerSkeleton, SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { usd } from '../../../format/number.ts'
import { explain } from '../../../session/messages.ts'
import { AccountStates } from './AccountStates.tsx'
import { useMoney } from './GuildBalance.tsx'
import { AccountName, type Money } from './RequestState.tsx'

type Form = { usdCents: number | string }

/** The maximum that can be requested now, in whole steps; cents. */
const mostOf = ({ payableCents, reservedCents, stepCents }: Money): number =>
  Math.floor((payableCents - reservedCents) / stepCents) * stepCents

export default function AskPayout({ close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  const { data, error } = useMoney(undefined)
  if (data) return <Ask money={data} close={close} />
  return (
    <SideDrawer title={t('actions.payout.ask')} close={close}>
      {error ? <Alert color="red">{explain(error)?.text}</Alert> : <DrawerSkeleton />}
    </SideDrawer>
  )
}

function Ask({ money, close }: { money: Money; close: () => void }) {
  const { t, i18n } = useTranslation('guilds')
  const account = money.accounts.find(({ state }) => state === 'effective')
  const most = mostOf(money)
  return (
    <FormDrawer<Form>
      title={t('actions.payout.ask')}
      close={close}
      draft="guilds.payoutAsk"
      call={payoutRequestSave}
      schema={schema.payload}
      initial={{ usdCents: most >= money.minCents ? most / 100 : '' }}
      payload={({ usdCents }) => ({ usdCents: usdCents === '' ? '' : Math.round(Number(usdCents) * 100) })}
      codes={{ 11005: 'usdCents', 1000002: 'usdCents' }}
      refused={refusalOf(
        'guilds',
        money.can.ask === true && most < money.minCents ? 'tooLittle' : money.can.ask,
        'guilds.payout.ask',
      )}
      message={({ usdCents }) =>
        payoutRequested({ guild: money.guildName, usdCents: Math.round(Number(usdCents) * 100) })
      }
      submit={t('actions.payout.ask')}
    >
      {(form) => (
        <>
          {account ? (
            <Alert color="gray" p="xs">
              {t('payout.paidTo')} <AccountName account={account} />
            </Alert>
          ) : (
            <AccountStates of={money.accounts} />
          )}
          <NumberInput
            label={t('fields.amount')}
            description={t('payout.askHint', {
              most: usd(most, i18n.language),
              min: usd(money.minCents, i18n.language),
              step: usd(money.stepCents, i18n.language),
            })}
            required
            min={0}
            step={money.stepCents / 100}
            decimalScale={2}
            thousandSeparator=","
            suffix=" USD"
            data-autofocus
            {...form.getInputProps('usdCents')}
          />
        </>
      )}
    </FormDrawer>
  )
}
