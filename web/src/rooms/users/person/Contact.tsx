// Phone and e-mail, masked. Whole they are shown on this view alone, with a reason, and everyone who looked is on record.
import { revealed } from '@greenroom/contract/sentences/users'
import { userReveal } from '@greenroom/contract/users'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { refusalOf } from '../../../action/refusal.ts'
import { useRunAction } from '../../../action/useRunAction.tsx'
import { call } from '../../../api/call.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Masked } from '../../../ui/Masked.tsx'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import classes from './person.module.css'
import type { Person } from './person.ts'

const fields = ['phone', 'email'] as const
type Field = (typeof fields)[number]

export function Contact({ user }: { user: Person }) {
  const { t } = useTranslation('users')
  const [shown, setShown] = useState<Partial<Record<Field, string>>>({})
  // Also when the view is only hidden: whoever comes back asks again.
  useEffect(() => () => setShown({}), [])
  const actions = useMemo(
    () => ({
      phone: revealing('phone', setShown),
      email: revealing('email', setShown),
    }),
    [],
  )
  return (
    <dl className={classes['strip']} aria-label={t('person.contact')}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{t(`options.field.${field}`)}</dt>
          <dd className={classes['contact']}>
            <Masked field={shown[field] ?? user[field]} />
            {shown[field] !== undefined ? (
              <CopyButton text={shown[field]} label={t('person.copy', { field: t(`options.field.${field}`) })} />
            ) : (
              user[field] !== '' && <Reveal user={user} field={field} action={actions[field]} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const revealing = (field: Field, show: (change: (before: object) => object) => void) =>
  defineAction<Person, Reason>({
    id: `users.reveal.${field}`,
    icon: IconEye,
    single: true,
    may: (user) => user.can.reveal,
    form: reasonForm,
    run: async (_ids, { reason }, [user]) => {
      const { value } = await call(userReveal, { userId: user?.userId ?? 0, field, reason })
      show((before) => ({ ...before, [field]: value }))
    },
    told: ([user]) => revealed({ id: user?.userId ?? 0, nickname: user?.nickname ?? '' }, field),
  })

function Reveal({ user, field, action }: { user: Person; field: Field; action: ReturnType<typeof revealing> }) {
  const { t } = useTranslation('users')
  const run = useRunAction()
  const refused = refusalOf('users', user.can.reveal, action.id)
  return (
    <WhyNot reason={refused}>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconEye size={13} aria-hidden />}
        aria-label={t(`actions.reveal.${field}`)}
        {...(refused !== undefined && refusedProps)}
        onClick={() => refused === undefined && run(action, [user])}
      >
        {t('person.reveal')}
      </Button>
    </WhyNot>
  )
}
