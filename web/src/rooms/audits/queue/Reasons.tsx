// Reasons for a fail: a template's number, the same in every queue, decides at once; so do arrows and Enter; notes are for staff only.
import { nameOf } from '@greenroom/contract/sentences/words'
import { CloseButton, FocusTrap, Textarea } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../ui/labels.ts'
import { Key } from './parts.tsx'
import classes from './queue.module.css'
import { chosenOf } from './state/desk.ts'
import { deskOf, type Template, useSeen, useWorkbench } from './work.ts'

export function Reasons({ close }: { close: () => void }) {
  const { bench, templates } = useWorkbench()
  const { t } = useTranslation(['audits', 'common'])
  const { language } = useLabels()
  const [at, setAt] = useState(0)
  const [note, setNote] = useState('')
  const list = useRef<HTMLUListElement>(null)
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
  const chosen = chosenOf(useSeen(deskOf))
  const [first] = chosen
  const name = first ? nameOf({ id: first.user.userId, nickname: first.user.nickname }) : ''
  const title =
    chosen.length > 1
      ? t('audits:queue.reasons.many', { number: chosen.length })
      : t('audits:queue.reasons.one', { name })
  const chinese = language === 'cn' || language === 'zh_tw'
  const titleOf = (one: Template) => (chinese ? one.titleCn : one.titleEn)

  const decide = (template: Template | undefined) => {
    if (!template) return
    const text = note.trim()
    bench.decide({ decision: 'failed', templateId: template.templateId, ...(text && { note: text }) })
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys pressed here must not reach the pictures.
    event.stopPropagation()
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const typing = event.target instanceof HTMLTextAreaElement
    const go = (to: number) => setAt((to + templates.length) % Math.max(1, templates.length))
    const run = (what: () => void) => {
      event.preventDefault()
      what()
    }
    if (key === 'Escape') return run(close)
    if (key === 'Enter' && !event.shiftKey && (typing || event.target === list.current))
      return run(() => decide(templates[at]))
    if (typing) return
    if (/^[1-9]$/.test(key)) return run(() => decide(templates.find(({ sort }) => sort === Number(key))))
    if (key === 'ArrowDown' || key === 'j') return run(() => go(at + 1))
    if (key === 'ArrowUp' || key === 'k') return run(() => go(at - 1))
    if (key === 'f') return run(close)
  }
  return (
    <FocusTrap active>
      <div role="dialog" aria-modal="true" aria-label={title} className={classes['reasons']} onKeyDown={onKeyDown}>
        <div className={classes['reasonsHead']}>
          <h2>{title}</h2>
          <CloseButton size="sm" aria-label={t('common:close')} onClick={close} />
        </div>
        {templates.length === 0 ? (
          <p className={classes['dim']}>{t('audits:queue.reasons.none')}</p>
        ) : (
          <ul
            ref={list}
            role="listbox"
            tabIndex={0}
            data-autofocus
            aria-label={t('audits:queue.reasons.list')}
            aria-activedescendant={`reason-${templates[at]?.templateId}`}
            className={classes['templates']}
          >
            {templates.map((one, place) => (
              <li
                key={one.templateId}
                id={`reason-${one.templateId}`}
                role="option"
                aria-selected={place === at}
                onClick={() => decide(one)}
                onPointerMove={() => setAt(place)}
              >
                <span>
                  <strong>{titleOf(one)}</strong>
                  <span dir="auto">{chinese ? one.textCn : one.textEn}</span>
                </span>
                {one.sort <= 9 && <Key>{String(one.sort)}</Key>}
              </li>
            ))}
          </ul>
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
