// What checkers asked about a request, and what its maker answered; the maker answers here.
import { approvalAnswer } from '@greenroom/contract/system'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Time } from '../../../format/Time.tsx'
import { explain, showSuccess } from '../../../session/messages.ts'
import { isSubmitKey, useSend } from '../../../ui/behaviour/useSend.ts'
import type { Approval } from './Request.tsx'
import type { Detail } from './RequestPerson.tsx'
import classes from './requestView.module.css'

export function Questions({ one, detail }: { one: Approval; detail: Detail }) {
  const { t } = useTranslation('approvals')
  if (detail.questions.length === 0) return null
  return (
    <section className={classes['part']} aria-label={t('questions.title')}>
      <h2>{t('questions.title')}</h2>
      <ol className={classes['questions']}>
        {detail.questions.map((asked) => (
          <li key={asked.at}>
            <p className={classes['said']}>
              <b>
                <bdi>{asked.by}</bdi>
              </b>{' '}
              <Time at={asked.at} brief />
              <br />
              {asked.question}
            </p>
            {asked.answeredAt !== null && (
              <p className={classes['said']} data-answer>
                <b>
                  <bdi>{one.maker}</bdi>
                </b>{' '}
                <Time at={asked.answeredAt} brief />
                <br />
                {asked.answer}
              </p>
            )}
          </li>
        ))}
      </ol>
      {one.can.answer === true ? (
        <Answer approvalId={one.approvalId} />
      ) : (
        one.asked && <p className={classes['dim']}>{t('questions.waits', { maker: one.maker })}</p>
      )}
    </section>
  )
}

function Answer({ approvalId }: { approvalId: string }) {
  const { t } = useTranslation('approvals')
  const refresh = useRefresh()
  const { busy, send } = useSend()
  const [answer, setAnswer] = useState('')
  const [refused, setRefused] = useState<string>()
  const submit = () =>
    send(async () => {
      if (answer.trim() === '') return setRefused(t('desk.missing'))
      try {
        await call(approvalAnswer, { approvalId, answer: answer.trim() })
        showSuccess(t('questions.sent'))
        await refresh()
      } catch (error) {
        setRefused(explain(error)?.text)
      }
    })
  return (
    <>
      <Textarea
        label={t('questions.answer')}
        description={t('questions.answerHint')}
        autosize
        minRows={2}
        maxLength={500}
        value={answer}
        error={refused}
        onChange={(event) => {
          setAnswer(event.currentTarget.value)
          setRefused(undefined)
        }}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return
          event.preventDefault()
          void submit()
        }}
      />
      <Button mt="xs" loading={busy} onClick={() => void submit()}>
        {t('questions.send')}
      </Button>
    </>
  )
}
