// The type of a part of a guild's page, and its props.
import type { MenuKey } from '@greenroom/contract/screens'
import type { Loadable } from '../../../ui/loadable.tsx'
import type { Guild } from '../guild/GuildState.tsx'

export type PanelProps = { guild: Guild }

export type PanelSpec = {
  id: string
  Panel: Loadable<PanelProps>
  /** The menu that its calls need. */
  menu: MenuKey
  /** Shown only if this is true, such as parts that a parent may not read of its sub-agencies (`guild.own`). */
  when?: (guild: Guild) => boolean
  /** The count, if the first call returns it. */
  count?: (guild: Guild) => number
}
