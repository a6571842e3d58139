// /sociaty/SociatyManageDetail/:id/:unionName/:unionNum: everything about one guild. The first call returns the guild; each part loads when
// it is opened.
import { guildInfo } from '@greenroom/contract/guilds'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { ActionKeys } from '../../../action/ActionKeys.tsx'
import { Drawers } from '../../../action/Drawers.tsx'
import { ActionHost } from '../../../action/useRunAction.tsx'
import { ListProvider } from '../../../list/list.ts'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { Missing } from '../../../screen/Missing.tsx'
import { measureHead, Parts } from '../../../screen/parts/Parts.tsx'
import page from '../../../screen/parts/recordPage.module.css'
import { useSession } from '../../../session/session.ts'
import { useTitle } from '../../../session/titles.ts'
import { guildActions } from '../guild/actions.ts'
import type { Guild } from '../guild/parts.tsx'
import { drawers } from './drawers.ts'
import { guildKey, readGuild } from './guild.ts'
import { Header } from './Header.tsx'
import classes from './page.module.css'
import { panelsOf } from './panels.ts'

const noFilters = {}

export default function GuildPage() {
  const guildId = Number(useParams()['id'])
  const query = useQuery({
    queryKey: guildKey(guildId),
    queryFn: ({ signal }) => readGuild(guildId, signal),
    enabled: Number.isSafeInteger(guildId) && guildId > 0,
  })
  // A list of one: the same actions as in the list.
  const list = useCompleteList({
    call: guildInfo,
    query,
    filters: noFilters,
    rows: ({ guild }) => [guild],
    rowId: (guild) => guild.guildId,
    name: (guild) => guild.name,
  })
  const { t } = useTranslation('guilds')
  useEffect(() => list.selection.setActive(guildId), [list.selection, guildId])
  const guild = query.data?.guild
  if (guild) {
    return (
      <ListProvider value={list}>
        <ActionHost>
          <Shown guild={guild} />
          <Drawers of={drawers} />
        </ActionHost>
      </ListProvider>
    )
  }
  if (query.isLoading) return <Skeletons />
  return (
    <div className={page['nothing']}>
      <Missing
        error={query.error}
        again={() => void query.refetch()}
        menu="guilds.family"
        none={{ title: t('page.none'), text: t('page.noneHint') }}
      />
    </div>
  )
}

function Shown({ guild }: { guild: Guild }) {
  const session = useSession()
  const { t } = useTranslation('guilds')
  const location = useLocation()
  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => (article.current ? measureHead(article.current) : undefined), [])
  useTitle(location.pathname, guild.name)
  return (
    <article ref={article} className={`${page['page']} ${classes['page']}`}>
      <Header guild={guild} />
      {guild.own && <ActionKeys actions={guildActions(guild)} />}
      <Parts
        label={t('page.parts')}
        next="guilds:page.nextPart"
        previous="guilds:page.previousPart"
        parts={panelsOf(guild, session).map(({ id, count, Panel }) => ({
          id,
          title: t(`panels.${id}` as 'panels.profile'),
          count: count?.(guild),
          preload: Panel.preload,
          body: <Panel guild={guild} />,
        }))}
      />
    </article>
  )
}

/** As high as the content, to avoid a layout shift. */
const Skeletons = () => (
  <div className={`${page['page']} ${classes['page']}`} aria-busy>
    <div className={page['waiting']}>
      <Skeleton h={24} w="32%" />
      <Skeleton h={20} w="50%" />
    </div>
    <div className={page['waiting']}>
      <Skeleton h={16} w="70%" />
      <Skeleton h={200} />
    </div>
  </div>
)
