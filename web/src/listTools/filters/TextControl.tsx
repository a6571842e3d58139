import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isComposing, useComposing } from '../../ui/behaviour/composing.ts'
import { focusTable } from '../../ui/behaviour/shown.ts'
import { useLatest } from '../../ui/behaviour/useLatest.ts'

const pause = 300

/** Text that is applied after a pause in typing, or at once with Enter. */
export function TextControl(props: {
  label: string
  value: string | undefined
  set: (value: string | undefined) => void
  /** Why it finds nothing. */
  fault?: string | undefined
}) {
  const { t } = useTranslation('list')
  const [typed, setTyped] = useState(props.value ?? '')
  const { composing, handlers } = useComposing()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastApplied = useRef(props.value)
  // The address may change without this field: Back, a saved view, Clear.
  useEffect(() => {
    if (props.value === lastApplied.current) return
    lastApplied.current = props.value
    setTyped(props.value ?? '')
  }, [props.value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const applyText = (text: string) => {
    clearTimeout(timer.current)
    const value = text.trim() || undefined
    if (value === lastApplied.current) return
    lastApplied.current = value
    props.set(value)
  }
  // The latest `tell` writes to the latest address, not to the one at the time of typing.
  const latest = useLatest(applyText)
  const applySoon = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(text), pause)
  }
  return (
    <TextInput
      aria-label={props.label}
      placeholder={props.label}
      title={props.label}
      value={typed}
      error={props.fault !== undefined}
      aria-description={props.fault}
      w={180}
      size="xs"
      styles={{ input: { height: 28, minHeight: 28 } }}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="xs"
            aria-label={t('filters.drop', { name: props.label })}
            onClick={() => {
              setTyped('')
              applyText('')
            }}
          />
        )
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        // A half-composed word is not what is searched.
        if (!composing) applySoon(event.currentTarget.value)
      }}
      // A field of one line drops line ends, and would join the ids of a column to one.
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain')
        if (!/[\r\n]/.test(pasted)) return
        event.preventDefault()
        const { selectionStart, selectionEnd, value } = event.currentTarget
        const next = `${value.slice(0, selectionStart ?? value.length)}${pasted.replaceAll(/\s+/gu, ' ').trim()}${value.slice(selectionEnd ?? value.length)}`
        setTyped(next)
        applySoon(next)
      }}
      onCompositionStart={() => {
        clearTimeout(timer.current)
        handlers.onCompositionStart()
      }}
      onCompositionEnd={(event) => {
        handlers.onCompositionEnd()
        applySoon(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === 'Enter') applyText(typed)
        if (event.key === 'Escape') focusTable()
      }}
    />
  )
}
