// A guild's phone number or e-mail address, masked; a reveal needs a reason and is logged.
import { guildReveal } from '@greenroom/contract/guilds'
import { guildRevealed } from '@greenroom/contract/sentences/guilds'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { RevealButton } from '../../../action/RevealButton.tsx'
import { call } from '../../../api/call.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Masked } from '../../../ui/Masked.tsx'
import type { Guild } from '../guild/parts.tsx'
import classes from './page.module.css'

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

export function Contact({ guild, field }: { guild: Guild; field: Field }) {
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
