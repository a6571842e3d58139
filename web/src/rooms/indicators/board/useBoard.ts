// The visible boards, one of them, and the figures of its pins.
import { boardInfo, boardList } from '@greenroom/contract/boards'
import type { Answer } from '@greenroom/contract/call'
import { indicatorCohorts, indicatorFigures } from '@greenroom/contract/indicators'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { Figures } from '../dashboard/dashboardPlots.ts'
import type { RetentionAnswer } from '../retention/useCohortPlot.ts'
import { type Figure, groupOf, groupsOf, type Shown } from './pins.ts'

/** An unattended screen polls even while the browser reports being offline. */
const live = (every: number | undefined) =>
  every === undefined
    ? {}
    : ({ refetchInterval: every, refetchIntervalInBackground: true, networkMode: 'always', retry: false } as const)

export const boardsKey = ['indicators', 'boards'] as const

export const useBoards = () =>
  useQuery({ queryKey: boardsKey, queryFn: ({ signal }) => call(boardList, {}, { signal }) })

/** @param every polling interval in milliseconds; without it there is no polling. */
export const useBoard = (boardId: number | undefined, every?: number) =>
  useQuery({
    queryKey: ['indicators', 'board', boardId],
    queryFn: ({ signal }) => call(boardInfo, { boardId: boardId! }, { signal }),
    enabled: boardId !== undefined,
    ...live(every),
  })

type Read = {
  figures?: Figures
  cohorts?: RetentionAnswer
  asOf?: string
  error: unknown
}

/** The figures of pins, a call for each dashboard, span and set of filters. */
export function usePins(figures: readonly Figure[], every?: number): (shown: Shown) => Read {
  const groups = groupsOf(figures)
  const answers = useQueries({
    queries: groups.map(({ key, kind, payload }) => ({
      queryKey: ['indicators', 'pins', key, payload],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Omit<Read, 'error'>> => {
        if (kind === 'retention') {
          const cohorts = await call(indicatorCohorts, payload, { signal })
          return { cohorts, asOf: cohorts.asOf }
        }
        // A pin stores its filters as the dashboard had them.
        const found = (await call(indicatorFigures, payload as never, { signal })) as Answer<typeof indicatorFigures>
        return { figures: found, asOf: found.asOf }
      },
      placeholderData: keepPreviousData,
      staleTime: every === undefined ? 30_000 : 0,
      ...live(every),
    })),
  })
  const byKey = new Map(groups.map(({ key }, at) => [key, answers[at]!]))
  return (shown) => {
    const answer = byKey.get(groupOf(shown))
    return { ...answer?.data, error: answer?.data ? null : answer?.error }
  }
}
