import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusTable } from '../../ui/shown.ts'

const pause = 300

/** Text that is applied after a pause in typing, or at once with Enter. */
export function TextControl(props: {
  label: string
  value: string | undefined
  set: (value: string | undefined) => void
}) {
  const { t } = useTranslation('list')
  const [typed, setTyped] = useState(props.value ?? '')
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
  const latest = useRef(applyText)
  latest.current = applyText
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
        if (!(event.nativeEvent as InputEvent).isComposing) applySoon(event.currentTarget.value)
      }}
      onCompositionStart={() => clearTimeout(timer.current)}
      onCompositionEnd={(event) => applySoon(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) applyText(typed)
        if (event.key === 'Escape') focusTable()
      }}
    />
  )
}
