// A guild with its sub-agencies: members and figures of this and last week.
import { Family } from '../family/Family.tsx'
import classes from './guildPage.module.css'
import type { PanelProps } from './guildPanel.ts'

export default function SubAgencies({ guild }: PanelProps) {
  return (
    <div className={classes['panel']}>
      <Family guildId={guild.guildId} />
    </div>
  )
}
