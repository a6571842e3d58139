// The decision on the shown request: one press approves; refusing and asking want a text first, in one field.
import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonKeys } from '../../../actions/action.ts'
import frame from '../../../page/desk/desk.module.css'
import type { KeyName } from '../../../session/keys.ts'
import { keyName, useShortcut } from '../../../session/shortcuts.ts'
import { isComposing } from '../../../ui/behaviour/composing.ts'
import { label } from '../../../ui/labels.ts'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import classes from './approvals.module.css'
import type { Approval, DeskState } from './useApprovalDesk.ts'

type Verb = 'approve' | 'refuse' | 'ask'
/** What is being written. */
type Writing = Exclude<Verb, 'approve'>

const keyOf: Record<Verb, KeyName> = { approve: 'approve', refuse: 'refuse', ask: 'note' }

/** Why not, as a sentence with the accounts that may; undefined if it is possible. */
function useWhyNot(one: Approval) {
  const { t } = useTranslation('approvals')
  return (verb: Verb): string | undefined => {
    const may = one.can[verb]
    if (may === true) return undefined
    const why = label(reasonKeys('system', may, 'system.approval'))
    const { names, more } = one.deciders
    if (may === 'asked' || may === 'makerGone' || may === 'decided' || may === 'lapsed') return why
    const list = [...names, ...(more > 0 ? [t('view.moreLines', { count: more })] : [])].join(', ')
    return `${why} ${names.length > 0 ? t('desk.may', { names: list }) : t('desk.nobody')}`
  }
}

export function Bar({ state, one }: { state: DeskState; one: Approval }) {
  const { t } = useTranslation('approvals')
  const [chosen, setWriting] = useState<Writing>()
  // While a question is open, no second one can be asked. A rejection being typed stays.
  const writing = chosen === 'ask' && one.asked ? undefined : chosen
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { text, setText } = state
  const whyNot = useWhyNot(one)
  const free = (verb: Verb) => (event: KeyboardEvent) =>
    !event.repeat && !state.busy && writing === undefined && one.can[verb] === true
  useEffect(() => {
    if (writing) field.current?.focus()
  }, [writing])

  const send = () => {
    if (text.trim() === '') return setMissing(true)
    if (writing === 'ask') state.ask(stop)
    else state.refuse()
  }
  const stop = () => {
    setWriting(undefined)
    setMissing(false)
  }
  const run: Record<Verb, () => void> = {
    approve: state.approve,
    refuse: () => setWriting('refuse'),
    ask: () => setWriting('ask'),
  }
  useShortcut('approve', 'approvals:desk.keys.approve', run.approve, free('approve'))
  useShortcut('refuse', 'approvals:desk.keys.refuse', run.refuse, free('refuse'))
  useShortcut('note', 'approvals:desk.keys.ask', run.ask, free('ask'))

  const button = (verb: Verb, props: object): ReactNode => {
    const why = whyNot(verb)
    return (
      <WhyNot reason={why}>
        <Button
          {...props}
          loading={verb === 'approve' && state.busy}
          {...(why !== undefined && refusedProps)}
          onClick={() => why === undefined && !state.busy && run[verb]()}
          rightSection={<kbd aria-hidden>{keyName(keyOf[verb])}</kbd>}
        >
          {t(`desk.${verb}`)}
        </Button>
      </WhyNot>
    )
  }
  const why = whyNot('approve') ?? whyNot('refuse')
  return (
    <>
      {writing ? (
        <div className={frame['fields']}>
          <TextInput
            ref={field}
            className={frame['reason'] ?? ''}
            aria-label={writing === 'ask' ? t('desk.question', { maker: one.maker }) : t('desk.refuseReason')}
            placeholder={writing === 'ask' ? t('desk.questionHint') : t('desk.reasonHint')}
            maxLength={500}
            value={text}
            error={missing && t('desk.missing')}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setMissing(false)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') stop()
              if (event.key !== 'Enter' || isComposing(event) || event.repeat) return
              event.preventDefault()
              send()
            }}
          />
          <Button variant="default" onClick={stop}>
            {t('desk.stop')}
          </Button>
          <Button
            loading={state.busy}
            {...(writing === 'refuse' && { color: 'red.9' })}
            onClick={send}
            rightSection={<kbd aria-hidden>{keyName('Enter')}</kbd>}
          >
            {t(`desk.${writing}`)}
          </Button>
        </div>
      ) : (
        <div className={frame['fields']}>
          <p className={classes['why']} role="note">
            {why}
          </p>
          {button('ask', { variant: 'default' })}
          {button('refuse', { color: 'red.9' })}
          {button('approve', {})}
        </div>
      )}
      {state.refused !== undefined && (
        <p className={classes['notice']} role="alert">
          {state.refused}
        </p>
      )}
    </>
  )
}
