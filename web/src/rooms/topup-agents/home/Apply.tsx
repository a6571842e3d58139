// The application form.
import { agentApply } from '@greenroom/contract/agentPortal'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useSend } from '../../../ui/useSend.ts'
import { Field } from '../parts/Field.tsx'
import classes from '../parts/portal.module.css'
import { Card, wordsOf } from '../parts/Screen.tsx'

export function Apply({ again }: { again: boolean }) {
  const { t } = useTranslation('topup-agents')
  const client = useQueryClient()
  const [contact, setContact] = useState('')
  const [note, setNote] = useState('')
  const { busy, send: sendOnce } = useSend()
  const [fault, setFault] = useState('')
  const send = () => sendOnce(apply)
  const apply = async () => {
    if (contact.trim() === '') return setFault(t('apply.contactNeeded'))
    setFault('')
    try {
      await call(agentApply, { contact, note })
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
          change={setContact}
          maxLength={200}
          fault={fault}
        />
        <Field
          label={t('apply.note')}
          hint={t('apply.noteHint')}
          value={note}
          change={setNote}
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
