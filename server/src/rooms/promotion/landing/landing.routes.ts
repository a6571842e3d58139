import * as calls from '@greenroom/contract/landing'
import { moment, type Served, serve } from '../../../kit/calls/serve.ts'
import { equals, search, serveRecords } from '../../../records/index.ts'
import { isPublished } from './landing.queries.ts'
import { landings } from './landing.resource.ts'
import * as service from './landing.service.ts'

/**
 * @param base of the pages' addresses; undefined if they need an origin that is not set
 * @param reload reloads the published pages, so that a page is served as soon as its publish call returns. Other servers follow within a
 *   second, as does this one if the reload fails.
 */
export function landingRoutes(base: string | undefined, reload: () => Promise<void>): Served[] {
  const of = landings(base)
  const reloaded = async <T>(answer: Promise<T>): Promise<T> => {
    const made = await answer
    await reload().catch(() => undefined)
    return made
  }
  const publish = service.publish(of, base)
  const unpublish = service.unpublish(of)

  return [
    serveRecords(of, calls.landingList, {
      filters: {
        q: search(['t.name', 't.key']),
        channelId: equals('t.channel_id'),
        published: isPublished,
      },
      orders: { createdAt: { type: 'timestamptz', column: 'created_at' } },
      order: '-createdAt',
      columns: [
        { heading: 'exports:columns.key', value: (row) => row.key },
        { heading: 'promotion:columns.name', value: (row) => row.name },
        { heading: 'promotion:columns.channel', value: (row) => row.channel.number },
        { heading: 'promotion:columns.address', value: (row) => row.url },
        { heading: 'promotion:columns.publishedAt', value: (row) => moment(row.publishedAt) },
        { heading: 'promotion:columns.visitorDays', value: (row) => row.visits },
        { heading: 'promotion:columns.clicks', value: (row) => row.clicks },
      ],
    }),
    serve(calls.landingInfo, service.landingPage(of)),
    serve(calls.landingSave, service.addLanding(of)),
    serve(calls.landingUpdate, service.editLanding(of)),
    serve(calls.landingPublish, (context, payload) => reloaded(publish(context, payload))),
    serve(calls.landingUnpublish, (context, payload) => reloaded(unpublish(context, payload))),
  ]
}
