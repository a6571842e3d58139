// A guild's profile: leader, method, rate, dates.

import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { PersonChip } from '../../../ui/UserChip.tsx'
import { Rate } from '../guild/parts.tsx'
import { Contact } from './Contact.tsx'
import classes from './page.module.css'
import type { PanelProps } from './panel.ts'

export default function Profile({ guild }: PanelProps) {
  const { t } = useTranslation('guilds')
  const platform = useSession().user.unionId === null
  const contacts = guild.own
    ? ([
        [t('columns.leaderName'), <bdi key="name">{guild.leaderName}</bdi>],
        [t('columns.phone'), <Contact key="phone" guild={guild} field="phone" />],
        [t('columns.leaderEmail'), <Contact key="email" guild={guild} field="email" />],
        [t('columns.stateReason'), guild.stateReason],
      ] as const)
    : []
  return (
    <div className={classes['panel']}>
      <Facts
        of={[
          [t('columns.leader'), <PersonChip key="leader" person={guild.leader} />],
          ...contacts,
          [t('columns.members'), <Amount key="members" value={guild.members} unit="number" />],
          [t('columns.subAgencies'), <Amount key="subs" value={guild.subAgencies} unit="number" />],
          [t('columns.method'), <Labelled key="method" by={`guilds:options.method.${guild.method}`} />],
          ...(guild.methodFrom !== null && guild.method === 'guild pickup'
            ? [[t('columns.methodFrom'), guild.methodFrom] as const]
            : []),
          ...(guild.parent ? [[t('columns.rate'), <Rate key="rate" bp={guild.agreedRateBp} />] as const] : []),
          [t('columns.registeredAt'), <Time key="registered" at={guild.registeredAt} />],
          [t('columns.approvedAt'), <Time key="approved" at={guild.approvedAt} />],
          ...(guild.dissolvesAt !== null
            ? [[t('columns.dissolvesAt'), <Time key="dissolves" at={guild.dissolvesAt} />] as const]
            : []),
          ...(guild.endedAt !== null ? [[t('columns.endedAt'), <Time key="ended" at={guild.endedAt} />] as const] : []),
          ...(platform ? [[t('columns.inviter'), guild.inviter] as const] : []),
        ]}
      />
    </div>
  )
}
