// A table inside a page: filters above, rows, a button for more. For a list screen, see ListPage.
import type { Answer, AnyCall, Payload, RecordOf } from '@greenroom/contract/call'
import { Button, Group, Text } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { integer } from '../format/number.ts'
import { type Filters, filterPayload, type Values } from '../list/filters.ts'
import { FilterControl } from '../listTools/ListFilters.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useLabels } from '../ui/labels.ts'
import { Nothing } from '../ui/Nothing.tsx'
import { wordsOfRoom } from '../ui/words.ts'
import classes from './Panel.module.css'

// The rows of a panel on a page: loaded when it comes into view, more on demand, with filters of their own.
const size = 50

type Page<Row> = { records: Row[]; total: number; totalIsEstimate?: boolean; next?: string; current: number }

/** `owner` identifies the rows' owner, such as a user; it is sent with every page. */
export function usePanel<C extends AnyCall>(declared: C, owner: Partial<Payload<C>>, filters: Filters) {
  const [values, setValues] = useState<Values<Filters>>({})
  const payload = { ...owner, ...filterPayload(filters, values), size }
  const query = useInfiniteQuery({
    queryKey: [declared.menu, declared.name, 'panel', payload],
    queryFn: ({ pageParam, signal }) =>
      call(declared, { ...payload, ...(pageParam && { after: pageParam }) } as Payload<C>, { signal }) as Promise<
        Page<RecordOf<C>>
      >,
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  const last = pages.at(-1)
  return {
    filters,
    values,
    setFilter: (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }) as typeof before),
    clear: () => setValues({}),
    /** How many filters are set. */
    active: Object.values(values).filter((value) => value !== undefined).length,
    rows: pages.flatMap(({ records }) => records) as RecordOf<C>[],
    /** The last one that was read, with what the answer holds besides rows. */
    page: last as Answer<C> | undefined,
    total: last?.total ?? 0,
    totalIsEstimate: last?.totalIsEstimate ?? false,
    state: query.isError && !query.data ? ('failed' as const) : query.data ? ('ready' as const) : ('loading' as const),
    error: query.error,
    hasMore: query.hasNextPage,
    /** Old rows are shown while others load. */
    stale: query.isPlaceholderData,
    readingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  }
}

export type PanelColumn<Row> = {
  /** Its text is `<room>:columns.<id>`. */
  id: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the end. */
  align?: 'end'
  /** Long text: wraps, and takes the remaining width. */
  wraps?: true
  /** On a phone, where a row is a block, it stands first: whose row it is, or its amount. */
  first?: true
}

type Props<C extends AnyCall> = {
  call: C
  /** Identifies the rows' owner; sent with every page. */
  owner: Partial<Payload<C>>
  /** The namespace of its texts. */
  room: string
  /** The table's accessible name. */
  title: string
  columns: readonly PanelColumn<RecordOf<C>>[]
  rowKey: (row: RecordOf<C>) => string
  filters?: Filters
  /** Shown beside the filters, such as a link to the full list. */
  extra?: ReactNode
  /** Shown above the rows, from the newest page. */
  head?: (page: Answer<C>) => ReactNode
  /** The text of the empty state. */
  empty?: string
  /** Actions of a row, in the last column. */
  end?: (row: RecordOf<C>) => ReactNode
}

const noFilters: Filters = {}

export function Panel<C extends AnyCall>(props: Props<C>) {
  const { t } = useTranslation('list')
  const panel = usePanel(props.call, props.owner, props.filters ?? noFilters)
  const filtered = Object.entries(panel.filters)
  return (
    <div className={classes['panel']} aria-busy={panel.state === 'loading' || panel.stale}>
      {(filtered.length > 0 || props.extra) && (
        <Group className={classes['bar']} gap={6}>
          {filtered.map(([name, filter]) => (
            <FilterControl
              key={name}
              name={name}
              filter={filter}
              words={wordsOfRoom(props.room)}
              value={panel.values[name]}
              set={(value) => panel.setFilter(name, value)}
            />
          ))}
          {panel.active > 0 && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={panel.clear}>
              {t('filters.clearCount', { count: panel.active })}
            </Button>
          )}
          <span className={classes['space']} />
          {props.extra}
        </Group>
      )}
      {panel.page && props.head?.(panel.page)}
      {panel.state === 'loading' ? (
        <Waiting />
      ) : panel.state === 'failed' || panel.rows.length === 0 ? (
        <div className={classes['states']}>
          <NoRows panel={panel} menu={props.call.menu ?? ''} empty={props.empty} />
        </div>
      ) : (
        <Rows {...props} panel={panel} />
      )}
    </div>
  )
}

type Read = ReturnType<typeof usePanel>

function Rows<C extends AnyCall>(props: Props<C> & { panel: Omit<Read, 'rows'> & { rows: RecordOf<C>[] } }) {
  const { panel, columns, end } = props
  const { t } = useTranslation('list')
  const { label } = useLabels()
  return (
    <>
      {/* Wide rows scroll by themselves; the keyboard must be able to do that too. */}
      <div
        className={classes['scroller']}
        data-stale={panel.stale || undefined}
        tabIndex={0}
        role="region"
        aria-label={props.title}
      >
        <table className={classes['table']} aria-label={props.title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.id} scope="col" data-end={column.align === 'end' || undefined}>
                  {label(`${props.room}:columns.${column.id}`)}
                </th>
              ))}
              {end && (
                <th>
                  <span className="visually-hidden">{t('table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {panel.rows.map((row) => (
              <tr key={props.rowKey(row)}>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    data-end={column.align === 'end' || undefined}
                    data-wraps={column.wraps || undefined}
                    data-first={column.first || undefined}
                    data-label={label(`${props.room}:columns.${column.id}`)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
                {end && <td className={classes['end']}>{end(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Foot panel={panel} />
    </>
  )
}

function Foot({ panel }: { panel: Read }) {
  const { t, i18n } = useTranslation('list')
  const number = (value: number) => integer(value, i18n.language)
  const total = panel.totalIsEstimate ? t('pages.about', { total: number(panel.total) }) : number(panel.total)
  return (
    <Group className={classes['foot']} gap="sm">
      <Text size="xs" c="dimmed" aria-live="polite" dir="auto">
        {panel.hasMore ? t('pages.range', { from: 1, to: number(panel.rows.length), total }) : t('states.whole')}
      </Text>
      {panel.hasMore && (
        <Button variant="default" size="compact-sm" loading={panel.readingMore} onClick={panel.more}>
          {t('states.more')}
        </Button>
      )}
    </Group>
  )
}

function NoRows({ panel, menu, empty }: { panel: Read; menu: string; empty: string | undefined }) {
  const { t } = useTranslation('list')
  if (panel.state === 'failed') {
    return <Failure error={panel.error} menu={menu} again={panel.again} />
  }
  if (panel.active > 0) {
    return (
      <Nothing
        icon={IconFilterOff}
        title={t('states.noMatch')}
        action={
          <Button variant="default" onClick={panel.clear}>
            {t('filters.clear')}
          </Button>
        }
      />
    )
  }
  return <Nothing icon={IconInbox} title={empty ?? t('states.empty')} />
}

/** Placeholders for rows: lines of varying lengths. */
export function Waiting() {
  return (
    <div className={classes['waiting']} aria-hidden>
      {[62, 84, 71, 90, 55, 78].map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
