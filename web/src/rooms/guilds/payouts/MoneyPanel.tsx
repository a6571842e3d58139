// The part "money" of a guild's page. Staff change its payout account here: a second member of staff approves it, and it takes effect after
// a day.
import { Button } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../../../actions/refusal.ts'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { useSession } from '../../../session/session.ts'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import pageClasses from '../page/guildPage.module.css'
import type { PanelProps } from '../page/guildPanel.ts'
import { Money } from './GuildMoney.tsx'
import type { Money as Of } from './RequestState.tsx'

export default function MoneyPanel({ guild }: PanelProps) {
  const isStaff = useSession().user.unionId === null
  return (
    <div className={pageClasses['panel']}>
      <Money guildId={guild.guildId} {...(isStaff && { change: (of: Of) => <ChangeAccount of={of} /> })} />
    </div>
  )
}

function ChangeAccount({ of }: { of: Of }) {
  const { t } = useTranslation('guilds')
  const { open } = useDrawer()
  const refused = refusalOf('guilds', of.can.account, 'guilds.payout.account')
  return (
    <WhyNot reason={refused}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconBuildingBank size={15} aria-hidden />}
        {...(refused !== undefined && refusedProps)}
        onClick={() => refused === undefined && open('account', String(of.guildId))}
      >
        {t('actions.payout.account')}
      </Button>
    </WhyNot>
  )
}
