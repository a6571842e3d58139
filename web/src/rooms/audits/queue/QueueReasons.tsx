// Reasons for a fail: a template's number, the same in every queue, decides at once; so do arrows and Enter; notes are for staff only.
import { nameOf } from '@greenroom/contract/sentences/words'
import { CloseButton, FocusTrap, Textarea } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { offeredForAll } from '../../../page/desk/offeredReasons.ts'
import { handleReasonKey, ReasonChoice } from '../../../page/desk/ReasonChoice.tsx'
import { isTypingInto } from '../../../session/shortcuts.ts'
import { isComposing } from '../../../ui/behaviour/composing.ts'
import { chosenOf } from '../bench/queueDesk.ts'
import { NoTemplates, useReasons } from '../reasonTemplates.tsx'
import classes from './queue.module.css'
import { deskOf, useSeen, useWorkbench } from './workbench.ts'

export function Reasons({ close }: { close: () => void }) {
  const { bench, templates } = useWorkbench()
  const { t } = useTranslation(['audits', 'common'])
  const reasons = useReasons(templates)
  const chosen = chosenOf(useSeen(deskOf))
  const offered = offeredForAll(reasons, chosen)
  const [value, setValue] = useState((offered ?? reasons[0])?.id)
  const [note, setNote] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLDivElement>(null)
  // Synchronously, so that a number pressed right after f is handled here; the same when focus returns to the pictures.
  useLayoutEffect(() => {
    const before = document.activeElement
    const inside = list.current ?? root.current
    inside?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  const [first] = chosen
  const name = first ? nameOf({ id: first.user.userId, nickname: first.user.nickname }) : ''
  const title =
    chosen.length > 1
      ? t('audits:queue.reasons.many', { number: chosen.length })
      : t('audits:queue.reasons.one', { name })

  const decide = (id: string) => {
    const text = note.trim()
    bench.decide({ decision: 'failed', templateId: Number(id), ...(text && { note: text }) })
    close()
  }
  const picker = { reasons, value, digits: 'decide', choose: setValue, send: decide } as const
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys pressed here must not reach the pictures.
    event.stopPropagation()
    const { key, nativeEvent } = event
    if (isComposing(event) || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const isTyping = isTypingInto(nativeEvent)
    const isOnButton = event.target instanceof HTMLButtonElement
    if (key === 'Escape' || (key === 'f' && !isTyping)) {
      event.preventDefault()
      close()
    } else if (isTyping ? key === 'Enter' && !event.shiftKey : !(isOnButton && key === 'Enter'))
      handleReasonKey(event, picker)
  }
  return (
    <FocusTrap active>
      <div
        ref={root}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
        className={classes['reasons']}
        onKeyDown={onKeyDown}
      >
        <div className={classes['reasonsHead']}>
          <h2>{title}</h2>
          <CloseButton size="sm" aria-label={t('common:close')} onClick={close} />
        </div>
        {reasons.length === 0 ? (
          <NoTemplates />
        ) : (
          <ReasonChoice ref={list} label={t('audits:queue.reasons.list')} offered={offered} autoFocus {...picker} />
        )}
        <Textarea
          label={t('audits:queue.reasons.note')}
          description={t('audits:queue.reasons.noteHint')}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <p className={classes['hint']}>{t('audits:queue.reasons.hint')}</p>
      </div>
    </FocusTrap>
  )
}
