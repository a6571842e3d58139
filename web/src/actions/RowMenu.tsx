// The menu of one row. Two hundred rows share one menu, rendered when it opens.
import { Kbd, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actionLabel } from '../i18n/actionLabel.ts'
import type { RowId } from '../list/selection.ts'
import { keyName } from '../session/shortcuts.ts'
import { focusTable } from '../ui/behaviour/shown.ts'
import { label } from '../ui/labels.ts'
import { type AnyAction, opensFirst, reasonKeys, whyNot } from './action.ts'
import classes from './actionRows.module.css'
import { useRunAction } from './useRunAction.tsx'

type Props = { row: unknown; id: RowId; actions: readonly AnyAction[]; room: string; name: string }

export const RowMenu = memo(function RowMenu({ row, id, actions, room, name }: Props) {
  const { t } = useTranslation('list')
  const [opened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      tabIndex={-1}
      className={classes['dots']}
      data-row-menu={id}
      aria-haspopup="menu"
      aria-expanded={opened}
      aria-label={t('table.menuOf', { name })}
      onClick={() => setOpened((is) => !is)}
    >
      <IconDots size={16} aria-hidden />
    </button>
  )
  if (!opened) return button
  return (
    <Menu
      opened
      onChange={setOpened}
      position="bottom-end"
      withinPortal
      withInitialFocusPlaceholder={false}
      trapFocus
      returnFocus={false}
      onClose={refocus}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown miw={200}>
        {actions.map((action) => (
          <Item key={action.id} action={action} row={row} room={room} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
})

/** Returns the focus to the table; also if the menu takes it with it when it goes. */
function refocus(): void {
  focusTable()
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusTable()
  })
}

function Item({ action, row, room }: { action: AnyAction; row: unknown; room: string }) {
  const run = useRunAction()
  const reason = whyNot(action, [row])
  const why = reason === undefined ? undefined : label(reasonKeys(room, reason, action.id))
  return (
    <Menu.Item
      leftSection={<action.icon size={15} aria-hidden />}
      rightSection={action.key && <Kbd size="xs">{keyName(action.key)}</Kbd>}
      {...(action.danger && !why && { style: { color: 'var(--mantine-color-error)' } })}
      {...(why !== undefined && { 'aria-disabled': true, 'data-refused': true })}
      {...(opensFirst(action) && { 'data-opens': true })}
      closeMenuOnClick={why === undefined}
      onClick={() => why === undefined && run(action, [row])}
    >
      {label(actionLabel(action.id))}
      {why && <div className={classes['why']}>{why}</div>}
    </Menu.Item>
  )
}
