// A guild's profile: leader, method, rate, dates.

import { guildReveal } from '@greenroom/contract/guilds'
import { guildRevealed } from '@greenroom/contract/sentences/guilds'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../../actions/action.ts'
import { RevealButton } from '../../../actions/RevealButton.tsx'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { Masked } from '../../../ui/values/Masked.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { type Guild, Rate } from '../guild/GuildState.tsx'
import classes from './guildPage.module.css'
import type { PanelProps } from './guildPanel.ts'

// A guild's phone number or e-mail address, masked; a reveal needs a reason and is logged.
type Field = 'phone' | 'email'

const ids = { phone: 'guilds.reveal.phone', email: 'guilds.reveal.email' } as const

const revealing = (field: Field, show: (value: string) => void) =>
  defineAction<Guild, Reason>({
    id: ids[field],
    icon: IconEye,
    single: true,
    may: (guild) => guild.can.reveal,
    form: reasonForm,
    run: async (_ids, { reason }, [guild]) => {
      const { value } = await call(guildReveal, { guildId: guild?.guildId ?? 0, field, reason })
      show(value)
    },
    message: ([guild]) => guildRevealed({ guildId: guild?.guildId ?? 0, name: guild?.name ?? '' }, field),
  })

function Contact({ guild, field }: { guild: Guild; field: Field }) {
  const { t } = useTranslation('guilds')
  const [shown, setShown] = useState<string>()
  // Also when the view is only hidden: returning to it needs another reveal.
  useEffect(() => () => setShown(undefined), [])
  const action = useMemo(() => revealing(field, setShown), [field])
  const masked = field === 'phone' ? guild.phone : guild.leaderEmail
  return (
    <span className={classes['contact']}>
      <Masked field={shown ?? masked} />
      {shown !== undefined ? (
        <CopyButton text={shown} label={t(`reveal.copy.${field}`)} />
      ) : (
        // A leader's own contact is not masked.
        masked !== '' &&
        guild.can.changeMethod === 'leaderOnly' && (
          <RevealButton room="guilds" row={guild} may={guild.can.reveal} action={action}>
            {t('reveal.show')}
          </RevealButton>
        )
      )}
    </span>
  )
}

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
