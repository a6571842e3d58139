// One request, and the money of its guild.
import { payoutRequestList } from '@greenroom/contract/payouts'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { type CallOptions, call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Money } from './GuildMoney.tsx'
import { AccountName, type Request, RequestState } from './RequestState.tsx'

/** The newest two hundred; older ones are opened from their row. */
const read = async (id: string, options: CallOptions) =>
  (await call(payoutRequestList, { size: 200 }, options)).records.find((row) => row.id === Number(id))

export default function ShowRequest({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  return (
    <RecordDrawer<Request>
      rowId={rowId}
      close={close}
      title={t('payout.request')}
      read={(signal) => read(rowId, { signal })}
    >
      {(row) => (
        <SideDrawer title={t('payout.request')} close={close} width="medium">
          <Facts
            of={[
              [t('columns.guild'), `${row.guildName} (${row.guildId})`],
              [t('columns.amount'), <Amount key="amount" value={row.usdCents} unit="usd" />],
              [t('columns.requestState'), <RequestState key="state" state={row.state} />],
              [t('columns.payoutAccount'), <AccountName key="account" account={row.account} />],
              [t('columns.requestedAt'), <Time key="asked" at={row.requestedAt} />],
              [t('columns.reason'), row.reason],
              [t('columns.decidedBy'), row.decidedBy],
              [t('columns.decidedAt'), <Time key="decided" at={row.decidedAt} />],
              [t('columns.paidAt'), <Time key="paid" at={row.paidAt} />],
              [t('columns.reference'), row.reference],
            ]}
          />
          <Money guildId={row.guildId} />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}
