import { IconFolder, IconPoint } from '@tabler/icons-react'
import { nameIn, useLabels } from '../../../ui/labels.ts'
import { Tag } from '../../../ui/StatusBadge.tsx'
import type { MenuRow } from './tree.ts'

/** A menu's name, indented by depth. */
export function MenuName({ menu }: { menu: MenuRow }) {
  const { label, language } = useLabels()
  const Sign = menu.type === 'catalogue' ? IconFolder : IconPoint
  return (
    <span
      style={{
        display: 'inline-flex',
        gap: 6,
        alignItems: 'center',
        verticalAlign: 'middle',
        paddingInlineStart: menu.depth * 18,
      }}
    >
      <Sign size={15} aria-hidden style={{ flex: 'none', opacity: 0.6 }} />
      {nameIn(menu.names, language)}
      {menu.builtIn && <Tag>{label('system:tags.builtIn')}</Tag>}
    </span>
  )
}
