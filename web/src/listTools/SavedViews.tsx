// Saved views: named filters and sort orders, private or shared with everyone who has the screen. The address holds the state; a view only
// sets it.
import { viewDelete, viewList, viewSave } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Menu, UnstyledButton } from '@mantine/core'
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconPlus,
  IconRefresh,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { useCurrentList } from '../list/currentList.ts'
import { clearFilters, type Filters } from '../list/filters.ts'
import { showError } from '../session/messages.ts'
import { useAddress } from '../session/useAddress.ts'
import { DropMenu } from '../ui/DropMenu.tsx'
import classes from './listTools.module.css'

// The part of an address that a saved view stores.

/** Filters, sort order and page size; not the page, the open drawer or the view's id. */
export function queryOf(address: URLSearchParams): string {
  const kept = new URLSearchParams(address)
  for (const name of ['page', 'drawer', 'view', 'lang', 'pc']) kept.delete(name)
  kept.sort()
  return kept.toString()
}

/** Whether two queries are equal, whatever the order of parameters. */
export const sameQuery = (a: string, b: string) => queryOf(new URLSearchParams(a)) === queryOf(new URLSearchParams(b))

/** The address of the unfiltered list: without filters, sort order, page size, page and view; the current tab stays. */
export function withoutView(filters: Filters, address: URLSearchParams): URLSearchParams {
  const next = clearFilters(filters, address)
  for (const name of ['sort', 'size', 'drawer']) next.delete(name)
  return next
}

/** Whether the address has neither filters nor a sort order: nothing to save. */
export function isEverything(address: URLSearchParams): boolean {
  const query = new URLSearchParams(queryOf(address))
  query.delete('tab')
  return query.size === 0
}

type View = Answer<typeof viewList>['views'][number]

const NameView = lazy(() => import('./NameView.tsx'))

export function SavedViews() {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  const [address, change] = useAddress()
  const [naming, setNaming] = useState(false)
  const [sure, setSure] = useState<number>()
  const queries = useQueryClient()
  const key = ['views', list.menu]
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(viewList, { screen: list.menu }, { signal }),
    staleTime: 60_000,
  })
  const views = data?.views ?? []
  const chosen = views.find((view) => String(view.viewId) === address.get('view'))
  const asks = chosen?.shared === true && sure !== chosen.viewId
  const query = queryOf(address)
  const everything = isEverything(address)
  const changed = chosen !== undefined && !sameQuery(chosen.query, query)

  const write = async (act: () => Promise<{ viewId: number } | undefined>) => {
    try {
      const saved = await act()
      await queries.invalidateQueries({ queryKey: key })
      change(
        (next) => {
          if (saved) next.set('view', String(saved.viewId))
          else next.delete('view')
        },
        { replace: true },
      )
      setNaming(false)
    } catch (error) {
      showError(error)
    }
  }
  const own = views.filter(({ mine }) => mine)
  const shared = views.filter(({ mine }) => !mine)
  const save = (view: { name: string; shared: boolean; query?: string; viewId?: number }) =>
    write(() => call(viewSave, { screen: list.menu, query, ...view }))
  const entry = (view: View) => (
    <Menu.Item
      key={view.viewId}
      onClick={() => {
        const next = new URLSearchParams(view.query)
        next.set('view', String(view.viewId))
        change(() => next)
      }}
      rightSection={view === chosen && <IconCheck size={14} aria-hidden />}
    >
      <Named view={view} />
    </Menu.Item>
  )

  return (
    <>
      <DropMenu
        position="bottom-start"
        miw={200}
        button={
          <UnstyledButton
            className={classes['view']}
            aria-label={`${t('views.label')}: ${chosen?.name ?? t('views.all')}`}
          >
            <IconBookmark size={14} aria-hidden />
            <span>{chosen?.name ?? t('views.all')}</span>
            {changed && <span className={classes['changed']} title={t('views.changed')} />}
            <IconChevronDown size={13} aria-hidden />
          </UnstyledButton>
        }
      >
        <Menu.Item
          onClick={() => change((now) => withoutView(list.filters, now))}
          rightSection={chosen === undefined && everything && <IconCheck size={14} aria-hidden />}
        >
          {t('views.all')}
        </Menu.Item>
        {own.map(entry)}
        {shared.length > 0 && <Menu.Label>{t('views.ofOthers')}</Menu.Label>}
        {shared.map(entry)}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={14} />} disabled={everything} onClick={() => setNaming(true)}>
          {everything ? t('views.nothingToSave') : t('views.save')}
        </Menu.Item>
        {chosen?.mine && (
          <>
            <Menu.Item
              leftSection={<IconRefresh size={14} />}
              disabled={!changed}
              onClick={() => save({ name: chosen.name, shared: chosen.shared, viewId: chosen.viewId })}
            >
              {t('views.update', { name: chosen.name })}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconUsers size={14} />}
              // The view's stored query is unchanged.
              onClick={() =>
                save({ name: chosen.name, query: chosen.query, shared: !chosen.shared, viewId: chosen.viewId })
              }
            >
              {t(chosen.shared ? 'views.unshare' : 'views.share', { name: chosen.name })}
            </Menu.Item>
          </>
        )}
        {chosen?.mayDelete && (
          <Menu.Item
            style={{ color: 'var(--mantine-color-error)' }}
            leftSection={<IconTrash size={14} />}
            // Colleagues lose a shared one, too: the second click deletes it.
            closeMenuOnClick={!asks}
            onClick={() => {
              if (asks) return setSure(chosen.viewId)
              void write(() => call(viewDelete, { viewId: chosen.viewId }).then(() => undefined))
            }}
          >
            {t(asks || !chosen.shared ? 'views.delete' : 'views.deleteForAll', { name: chosen.name })}
          </Menu.Item>
        )}
      </DropMenu>
      <Suspense fallback={null}>
        {naming && <NameView usedNames={own.map((view) => view.name)} save={save} close={() => setNaming(false)} />}
      </Suspense>
    </>
  )
}

/** A view's name; for a shared one, also its owner. */
function Named({ view }: { view: View }) {
  const { t } = useTranslation('list')
  return (
    <span className={classes['viewName']}>
      <bdi>{view.name}</bdi>
      {(view.shared || !view.mine) && <small>{view.mine ? t('views.shared') : <bdi>{view.owner}</bdi>}</small>}
    </span>
  )
}
