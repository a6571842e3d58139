// The part "money" of a guild's page.
import pageClasses from '../page/page.module.css'
import type { PanelProps } from '../page/panel.ts'
import { Money } from './Money.tsx'

export default function MoneyPanel({ guild }: PanelProps) {
  return (
    <div className={pageClasses['panel']}>
      <Money guildId={guild.guildId} />
    </div>
  )
}
