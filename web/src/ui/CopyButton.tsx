import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './behaviour/copyText.ts'

/** Copies a text to the clipboard and confirms it. `withText` shows the label beside the icon. */
export function CopyButton(props: { text: string; label: string; withText?: true }) {
  const { t } = useTranslation('common')
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    await copyText(props.text)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2_000)
  }
  const sign = copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
  if (props.withText) {
    return (
      <Button variant="default" leftSection={sign} onClick={copy}>
        {copied ? t('copied') : props.label}
      </Button>
    )
  }
  return (
    <Tooltip label={copied ? t('copied') : props.label}>
      <ActionIcon aria-label={props.label} onClick={copy} size={24}>
        {sign}
      </ActionIcon>
    </Tooltip>
  )
}
