// Guilds that the palette finds, by ids or a part of their name.
import { guildList } from '@greenroom/contract/guilds'
import { readIds } from '@greenroom/contract/pastedIds'
import { type Searcher, searchSize } from '../../actions/paletteEntries.ts'
import { call } from '../../api/call.ts'

export const searchers: readonly Searcher[] = [
  {
    menu: 'guilds.list',
    labelKey: 'guilds:search.guild',
    search: async (text, signal) => {
      const q = text.slice(0, 2_000)
      const size = searchSize(readIds(q).ids)
      const { records, total } = await call(guildList, { q, size }, { signal })
      const found = records.map((guild) => ({
        id: `guild:${guild.guildId}`,
        label: guild.name,
        detail: [guild.guildId, guild.leader?.nickname].filter(Boolean).join(' · '),
        href: `/sociatyManage/list?q=${guild.guildId}`,
      }))
      return { found, ...(total > size && { all: `/sociatyManage/list?q=${encodeURIComponent(q)}` }) }
    },
  },
]
