// What a part of a guild's page is and gets.
import type { MenuKey } from '@greenroom/contract/screens'
import type { Loadable } from '../../../ui/loadable.tsx'
import type { Guild } from '../guild/parts.tsx'

export type PanelProps = { guild: Guild }

export type PanelSpec = {
  id: string
  Panel: Loadable<PanelProps>
  /** The menu that its calls need. */
  menu: MenuKey
  /** Only where this holds for the guild, such as what a parent does not read of its sub-agencies (`guild.own`). */
  when?: (guild: Guild) => boolean
  /** How many there are, where the first call tells. */
  count?: (guild: Guild) => number
}
