// The picker of reasons. One tab stop; numbers, arrows and Enter as in `reasons.ts`.

import { Kbd } from '@mantine/core'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isComposing } from '../../ui/behaviour/composing.ts'
import { Tag } from '../../ui/StatusBadge.tsx'
import { type Digits, pressed, type Reason } from './offeredReasons.ts'
import classes from './reasons.module.css'

/** The key of a button or a reason. */
export const KeyCap = ({ children }: { children: string }) => (
  <Kbd size="xs" className={classes['key'] ?? ''} aria-hidden dir="ltr">
    {children}
  </Kbd>
)

type Props = {
  ref?: Ref<HTMLDivElement>
  label: string
  reasons: readonly Reason[]
  value: string | undefined
  /** The reason under the machine's label. */
  offered?: Reason | undefined
  digits: Digits
  disabled?: boolean
  autoFocus?: boolean
  /** The field's name in a form. */
  path?: string
  choose: (id: string) => void
  /** Sends this reason. */
  send: (id: string) => void
}

/** Handles a key of the picker, wherever in a dialog it is pressed; false if it is none. */
export function handleReasonKey(
  event: KeyboardEvent,
  props: Pick<Props, 'reasons' | 'value' | 'digits' | 'choose' | 'send'>,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (event.repeat || isComposing(event)) return false
  const what = pressed(event.key, props)
  if (!what) return false
  event.preventDefault()
  if ('send' in what) props.send(what.send)
  else props.choose(what.choose)
  return true
}

export function ReasonChoice(props: Props) {
  const { ref, label, reasons, value, offered, digits, disabled, autoFocus, path, choose, send } = props
  const { t } = useTranslation('list')
  const id = useId()
  const place = reasons.findIndex((reason) => reason.id === value)
  return (
    <div
      ref={ref}
      role="radiogroup"
      tabIndex={0}
      data-autofocus={autoFocus || undefined}
      data-path={path}
      aria-label={label}
      aria-disabled={disabled || undefined}
      aria-activedescendant={place < 0 ? undefined : `${id}${place}`}
      className={classes['reasons']}
      onKeyDown={(event) => {
        if (!disabled && handleReasonKey(event, props)) event.stopPropagation()
      }}
    >
      {reasons.map((reason, at) => (
        <div
          key={reason.id}
          id={`${id}${at}`}
          role="radio"
          aria-checked={at === place}
          aria-label={reason.title}
          className={classes['reason']}
          onClick={() => !disabled && (digits === 'decide' ? send : choose)(reason.id)}
        >
          {reason.number <= 9 ? <KeyCap>{String(reason.number)}</KeyCap> : <span />}
          <span className={classes['words']}>
            <strong>{reason.title}</strong>
            {reason.text !== undefined && <span dir="auto">{reason.text}</span>}
          </span>
          {reason === offered && <Tag tone="waiting">{t('reasons.offered')}</Tag>}
        </div>
      ))}
    </div>
  )
}
