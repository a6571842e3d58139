import { type AnyHandler, type Arrived, type Chunk, defineHandler } from '../../bridge/index.ts'
import { ensureUsers } from '../users/index.ts'
import { recordAppeals, recordItems, recordReports, type Submitted } from './submit.queries.ts'

type ItemEvent = Arrived<'media.submitted' | 'certification.submitted' | 'greeting.submitted'>

/** Certifications go to the queue *official*. */
function itemOf(event: ItemEvent): Submitted {
  const { at, data } = event
  const common = {
    itemId: data.itemId,
    userId: BigInt(data.userId),
    score: data.score ?? 0,
    labels: data.labels ?? [],
    at,
  }
  if (event.type === 'certification.submitted')
    return { ...common, kind: 'official', text: '', pictureUrls: event.data.pictureUrls }
  if (event.type === 'greeting.submitted')
    return { ...common, kind: 'greeting', text: event.data.text, pictureUrls: [] }
  const { kind, text, url } = event.data
  return { ...common, kind, text: text ?? '', pictureUrls: url === undefined ? [] : [url] }
}

/** Adds items to their queues, and missing user rows. */
export async function submitItems(chunk: Chunk, items: readonly Submitted[]): Promise<void> {
  await ensureUsers(
    chunk,
    items.map((item) => item.userId),
  )
  await recordItems(chunk.tx, items)
}

const nothingMore = () => ({ items: [], state: undefined })

export const auditsHandlers: AnyHandler[] = [
  defineHandler({
    types: ['media.submitted', 'certification.submitted', 'greeting.submitted'],
    plan: async (chunk, events) => {
      await submitItems(chunk, events.map(itemOf))
      return events.map(nothingMore)
    },
  }),
  defineHandler({
    types: ['report.created'],
    plan: async (chunk, events) => {
      const reports = events.map(({ at, data }) => ({
        ...data,
        reporterId: BigInt(data.reporterId),
        userId: BigInt(data.userId),
        at,
      }))
      await ensureUsers(
        chunk,
        reports.flatMap((report) => [report.reporterId, report.userId]),
      )
      await recordReports(chunk.tx, chunk.now, reports)
      return events.map(nothingMore)
    },
  }),
  defineHandler({
    types: ['appeal.created'],
    plan: async (chunk, events) => {
      const appeals = events.map(({ at, data }) => ({ ...data, userId: BigInt(data.userId), at }))
      await ensureUsers(
        chunk,
        appeals.map((appeal) => appeal.userId),
      )
      await recordAppeals(chunk.tx, chunk.now, appeals)
      return events.map(nothingMore)
    },
  }),
]
