import { CloseButton, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DropPanel } from '../../ui/DropPanel.tsx'
import classes from '../listTools.module.css'

export type PillProps = {
  label: string
  /** The value's text; undefined while the filter is not set. */
  shown: string | undefined
  clear: () => void
  children: (close: () => void) => ReactNode
}

/** A filter that opens a panel: its name, its value if set, and a clear button. */
export function Pill({ label, shown, clear, children }: PillProps) {
  const { t } = useTranslation('list')
  return (
    <DropPanel
      position="bottom-start"
      offset={4}
      p={8}
      around={(content) => (
        <span className={classes['pill']} data-filter data-set={shown !== undefined || undefined}>
          {content}
        </span>
      )}
      button={
        <UnstyledButton className={classes['pillButton']}>
          <span>{label}</span> {shown !== undefined && <b>{shown}</b>}
          {shown === undefined && <IconChevronDown size={13} aria-hidden />}
        </UnstyledButton>
      }
      beside={
        shown !== undefined && (
          <CloseButton size="xs" aria-label={t('filters.drop', { name: label })} onClick={clear} iconSize={13} />
        )
      }
    >
      {children}
    </DropPanel>
  )
}
