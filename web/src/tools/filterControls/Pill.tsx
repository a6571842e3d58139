import { CloseButton, Popover, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../tools.module.css'

export type PillProps = {
  label: string
  /** The value in words; undefined while the filter is not set. */
  shown: string | undefined
  clear: () => void
  children: (close: () => void) => ReactNode
}

/** A filter that opens: its name, its value once there is one, and a way to drop it. */
export function Pill({ label, shown, clear, children }: PillProps) {
  const [opened, setOpened] = useState(false)
  const { t } = useTranslation('list')
  const close = () => setOpened(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal offset={4}>
      <span className={classes['pill']} data-filter data-set={shown !== undefined || undefined}>
        <Popover.Target>
          <UnstyledButton className={classes['pillButton']} onClick={() => setOpened((is) => !is)}>
            <span>{label}</span> {shown !== undefined && <b>{shown}</b>}
            {shown === undefined && <IconChevronDown size={13} aria-hidden />}
          </UnstyledButton>
        </Popover.Target>
        {shown !== undefined && (
          <CloseButton size="xs" aria-label={t('filters.drop', { name: label })} onClick={clear} iconSize={13} />
        )}
      </span>
      <Popover.Dropdown p={8}>{opened && children(close)}</Popover.Dropdown>
    </Popover>
  )
}
