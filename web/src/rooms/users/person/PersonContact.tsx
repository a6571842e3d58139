// Phone and e-mail, masked. A reveal needs a reason, is logged, and applies to this view only.
import { revealed } from '@greenroom/contract/sentences/users'
import { userReveal } from '@greenroom/contract/users'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../../actions/action.ts'
import { RevealButton } from '../../../actions/RevealButton.tsx'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Masked } from '../../../ui/values/Masked.tsx'
import classes from './person.module.css'
import type { Person } from './person.ts'

const fields = ['phone', 'email'] as const
type Field = (typeof fields)[number]

export function Contact({ user }: { user: Person }) {
  const { t } = useTranslation('users')
  const [shown, setShown] = useState<Partial<Record<Field, string>>>({})
  // Also when the view is only hidden: returning to it needs another reveal.
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
              user[field] !== '' && (
                <RevealButton room="users" row={user} may={user.can.reveal} action={actions[field]}>
                  {t('person.reveal')}
                </RevealButton>
              )
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
    message: ([user]) => revealed({ id: user?.userId ?? 0, nickname: user?.nickname ?? '' }, field),
  })
