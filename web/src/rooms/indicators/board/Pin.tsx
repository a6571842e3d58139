// The form that pins a figure or chart: to which board, and whether its days are relative.
import { boardList, boardPin } from '@greenroom/contract/boards'
import { boardPin as schema } from '@greenroom/contract/boards.schema'
import { boardPinned } from '@greenroom/contract/sentences/indicators'
import { Select, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { date } from '../../../format/time.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import type { DateSpan } from '../../../list/filters.ts'
import { filterPayload } from '../../../list/filters.ts'
import { useSession } from '../../../session/session.ts'
import { KindContext } from '../figureFilters.ts'
import { useWords } from '../useWords.ts'
import { spanOf } from './pins.ts'

const newBoard = 'new'

export default function Pin({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('indicators')
  const inWords = useWords()
  const kind = useContext(KindContext)
  const list = useCurrentList()
  const { timeZone, clockOffset } = useSession()
  const [as, key = ''] = rowId.split(':') as ['figure' | 'chart', string?]
  const { data } = useQuery({
    // Reloaded each time, to include a board created a moment ago.
    queryKey: ['indicators', 'boards', 'pin'],
    gcTime: 0,
    queryFn: ({ signal }) => call(boardList, {}, { signal }),
  })
  const own = data?.boards.filter((board) => board.own)
  const name = t(
    kind === 'retention' ? `retention.${key === 'sizes' ? 'sizes' : 'title'}` : (`${as}s.${key}` as 'charts.float'),
  )
  const title = t('board.pin', { name })
  if (!own)
    return (
      <SideDrawer title={title} close={close}>
        <Skeleton h={120} />
      </SideDrawer>
    )
  const today = date(new Date(Date.now() + clockOffset), timeZone)
  const { moving, fixed } = spanOf((list.values as { day?: DateSpan }).day, today, kind === 'retention' ? 30 : 7)
  const { startTimeStr: _, endTimeStr: __, ...narrowed } = filterPayload(list.filters, list.values)
  const words = inWords.filters(list.values)
  return (
    <FormDrawer
      title={title}
      close={close}
      draft="indicators.pin"
      call={boardPin}
      schema={schema.payload}
      initial={{ boardId: own[0] ? String(own[0].boardId) : newBoard, name: '', days: moving ? 'moving' : 'fixed' }}
      payload={(values) => ({
        kind,
        as,
        key,
        ...(values.boardId === newBoard ? { name: values.name } : { boardId: Number(values.boardId) }),
        ...(values.days === 'moving' && moving ? { days: moving } : { startTimeStr: fixed.from, endTimeStr: fixed.to }),
        ...narrowed,
      })}
      message={(values) =>
        boardPinned('pinned', own.find((board) => String(board.boardId) === values.boardId)?.name ?? values.name)
      }
    >
      {(form) => (
        <>
          <Select
            label={t('fields.boardId')}
            allowDeselect={false}
            data={[
              ...own.map((board) => ({ value: String(board.boardId), label: board.name })),
              { value: newBoard, label: t('board.new') },
            ]}
            {...form.getInputProps('boardId')}
          />
          {form.values.boardId === newBoard && (
            <TextInput label={t('fields.name')} required maxLength={60} {...form.getInputProps('name')} />
          )}
          <Select
            label={t('filters.day')}
            allowDeselect={false}
            data={[
              ...(moving ? [{ value: 'moving', label: inWords.span({ days: moving, from: null, to: null }) }] : []),
              { value: 'fixed', label: inWords.span({ days: null, ...fixed }) },
            ]}
            {...form.getInputProps('days')}
          />
          <Text size="sm" c="dimmed">
            {words === '' ? t('board.noFilters') : words}
          </Text>
        </>
      )}
    </FormDrawer>
  )
}
