import * as calls from '@greenroom/contract/landing'
import { moment, type Served, serve } from '../../../kit/serve.ts'
import { equals, search, serveRecords } from '../../../records/index.ts'
import { isPublished } from './queries.ts'
import { landings } from './resource.ts'
import * as service from './service.ts'

/** @param base of the pages' addresses; undefined if they need an origin that is not set. */
export function landingRoutes(base: string | undefined): Served[] {
  const of = landings(base)
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
        { names: { en: 'Key', cn: '标识' }, value: (row) => row.key },
        { names: { en: 'Name', cn: '名称' }, value: (row) => row.name },
        { names: { en: 'Channel', cn: '渠道' }, value: (row) => row.channel.number },
        { names: { en: 'Address', cn: '网址' }, value: (row) => row.url },
        { names: { en: 'Published at', cn: '发布时间' }, value: (row) => moment(row.publishedAt) },
        { names: { en: 'Visitor-days', cn: '访客日' }, value: (row) => row.visits },
        { names: { en: 'Clicks', cn: '点击' }, value: (row) => row.clicks },
      ],
    }),
    serve(calls.landingInfo, service.landingPage(of)),
    serve(calls.landingSave, service.addLanding(of)),
    serve(calls.landingUpdate, service.editLanding(of)),
    serve(calls.landingPublish, service.publish(of, base)),
    serve(calls.landingUnpublish, service.unpublish(of)),
  ]
}
