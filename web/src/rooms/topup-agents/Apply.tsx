// The application form.
import { agentApply } from '@greenroom/contract/agentPortal'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useKeptInput } from '../../session/keptInput.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { Field } from './portal/PortalField.tsx'
import { Card, wordsOf } from './portal/PortalScreen.tsx'
import classes from './portal/portal.module.css'

const empty = { contact: '', note: '' }

export function Apply({ again }: { again: boolean }) {
  const { t } = useTranslation('topup-agents')
  const client = useQueryClient()
  const [{ contact, note }, setTyped, answered] = useKeptInput('topup-agents.home:apply', empty)
  const { busy, send: sendOnce } = useSend()
  const [fault, setFault] = useState('')
  const send = () => sendOnce(apply)
  const apply = async () => {
    if (contact.trim() === '') return setFault(t('apply.contactNeeded'))
    setFault('')
    try {
      await call(agentApply, { contact, note })
      answered()
      await client.invalidateQueries({ queryKey: ['topup-agents.home'] })
    } catch (error) {
      setFault(wordsOf(error))
    }
  }
  return (
    <Card title={t(again ? 'apply.againTitle' : 'apply.title')}>
      <p>{t('apply.about')}</p>
      <form
        className={classes['screen']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field
          label={t('apply.contact')}
          hint={t('apply.contactHint')}
          value={contact}
          change={(text) => setTyped((now) => ({ ...now, contact: text }))}
          maxLength={200}
          fault={fault}
        />
        <Field
          label={t('apply.note')}
          hint={t('apply.noteHint')}
          value={note}
          change={(text) => setTyped((now) => ({ ...now, note: text }))}
          maxLength={2_000}
          long
        />
        <button type="submit" className={classes['button']} data-primary disabled={busy}>
          {t('apply.send')}
        </button>
      </form>
    </Card>
  )
}
