import {
  bridgeTraffic,
  clientDelete,
  clientEnable,
  clientHistoryClose,
  clientList,
  clientSave,
  clientSecretEnd,
  clientSecretReveal,
  clientSecretRotate,
  clientTest,
  clientUpdate,
  deliveryList,
  deliveryReplay,
  deliveryResume,
  deliverySwitch,
  parkedWorkList,
  rejectionList,
} from '@greenroom/contract/clients'
import { bodyOf } from '../../../bridge/index.ts'
import { parkedWork } from '../../../jobs/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { wallNow } from '../../../kit/clock.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { heldRoutes } from './bridgeHeld.routes.ts'
import type { HeldServices } from './bridgeHeld.service.ts'
import { kinds, subjectOf } from './bridgeScreen.change.ts'
import { clientPage, deliveryPage, rejectionPage, secretsOf } from './bridgeScreen.queries.ts'
import { deliveriesNow, resume } from './bridgeScreen.resume.ts'
import { clientShown, deliveryShown, rejectionShown } from './bridgeScreen.rules.ts'
import {
  closeHistory,
  deleteClient,
  enableClient,
  endSecret,
  replay,
  revealSecret,
  rotateSecret,
  type Services,
  saveClient,
  testClient,
  updateClient,
} from './bridgeScreen.service.ts'
import { byMinute, byType, errorsSince, outboxOf } from './bridgeTraffic.queries.ts'
import { errorsOf, everyMinute, firstMinute, outboxShown, typesOf } from './bridgeTraffic.rules.ts'

const mayWrite = (context: Context) => levelOn(staffOf(context), 'system.bridge') === 3
const minuteMs = 60_000
const hour = 60

export const bridgeRoutes = (services: Services & HeldServices): Served[] => [
  serve(clientList, async (context, payload) => {
    const waiting = (kind: string) => services.approvals.waitingOn(context.database, kind, context.now)
    const [page, updates, rotations] = await Promise.all([
      clientPage(context, payload),
      waiting(kinds.update),
      waiting(kinds.rotate),
    ])
    const viewer = { id: staffOf(context).id, mayWrite: mayWrite(context) }
    const secrets = await secretsOf(
      context.database,
      page.records.map((row) => row.id),
      wallNow(),
    )
    return mapPage(page, (row) =>
      clientShown(
        row,
        secrets.filter((secret) => secret.client_id === row.id),
        viewer,
        { updateId: updates.get(subjectOf(row.id)) ?? null, rotateId: rotations.get(subjectOf(row.id)) ?? null },
      ),
    )
  }),
  serve(clientSave, (context, payload) => saveClient(services, context, payload)),
  serve(clientUpdate, (context, payload) => updateClient(services, context, payload)),
  serve(clientEnable, enableClient),
  serve(clientHistoryClose, closeHistory),
  serve(clientDelete, deleteClient),
  serve(clientSecretRotate, (context, payload) => rotateSecret(services, context, payload)),
  serve(clientSecretReveal, (context, payload) => revealSecret(services, context, payload)),
  serve(clientSecretEnd, endSecret),
  serve(clientTest, testClient),
  serve(bridgeTraffic, async ({ database, now }, { clientId, minutes = hour }) => {
    const first = firstMinute(now, minutes)
    const [inMinutes, inTypes, errors, outbox] = await Promise.all([
      byMinute(database, first, clientId),
      byType(database, first, clientId),
      errorsSince(database, first, clientId),
      outboxOf(database, new Date(wallNow().getTime() - minuteMs), clientId),
    ])
    return {
      minutes: everyMinute(inMinutes, first, minutes),
      types: typesOf(inTypes),
      errors: errorsOf(errors),
      outbox: outboxShown(outbox),
    }
  }),
  serveList(rejectionList, async (context, payload) => mapPage(await rejectionPage(context, payload), rejectionShown), [
    { heading: 'system:columns.at', value: (row) => new Date(row.at) },
    { heading: 'system:columns.client', value: (row) => row.client },
    { heading: 'system:columns.type', value: (row) => row.type },
    { heading: 'system:columns.errorCode', value: (row) => row.errorCode },
    { heading: 'system:columns.why', value: (row) => row.why },
    { heading: 'system:columns.line', value: (row) => row.line },
  ]),
  serveList(
    deliveryList,
    async (context, payload) => {
      const page = await deliveryPage(context, payload)
      return mapPage(page, (row) => deliveryShown(row, bodyOf(row), mayWrite(context)))
    },
    [
      { heading: 'system:columns.at', value: (row) => new Date(row.at) },
      { heading: 'system:columns.client', value: (row) => row.client },
      { heading: 'system:columns.type', value: (row) => row.type },
      { heading: 'system:columns.target', value: (row) => row.subject },
      {
        heading: 'system:columns.state',
        value: (row, context) => optionText('system:options.state', row.state, context.language),
      },
      { heading: 'system:columns.attempts', value: (row) => row.attempts },
      { heading: 'exports:columns.lastStatus', value: (row) => row.lastStatus },
      { heading: 'system:columns.lastError', value: (row) => row.lastError },
      { heading: 'system:columns.deliveredAt', value: (row) => row.deliveredAt && new Date(row.deliveredAt) },
      { heading: 'system:columns.commandId', value: (row) => row.commandId },
      { heading: 'exports:columns.payload', value: (row) => row.payload },
    ],
  ),
  serve(deliverySwitch, deliveriesNow),
  serve(parkedWorkList, async ({ database }) => {
    const [{ work, total }, diskFull] = await Promise.all([parkedWork(database), services.space.lacking()])
    return {
      diskFull,
      work: work.map(({ since, last_at, next_at, ...unit }) => ({
        ...unit,
        since: since.toISOString(),
        lastAt: last_at.toISOString(),
        nextAt: next_at.toISOString(),
      })),
      total,
    }
  }),
  serve(deliveryResume, resume),
  serve(deliveryReplay, replay),
  ...heldRoutes(services),
]
