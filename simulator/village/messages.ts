// The village's official account and messages. Each is sent by the regular rounds, at its own time.
import type { Call } from '@greenroom/contract/call'
import { messageSave, messageStop } from '@greenroom/contract/messages'
import { officialAccountCalls } from '@greenroom/contract/official'
import type { Staff } from '../../server/src/kit/calls/context.ts'
import { runOnce, type VillageServices } from './context.ts'
import { drawn } from './drawn.ts'

const minute = 60_000

/** Operations on one day. */
export type By = {
  at: Date
  act: <A>(call: Call, payload: object) => Promise<A>
  upload: (purpose: string, file: Buffer) => Promise<string>
}

type Scene = {
  operations: Staff
  /** Days from now, negative in the past. */
  on: (days: number, run: (by: By) => Promise<unknown>) => void
  text: (days: number) => string
}

/** When the rounds look at a message that was sent: its audience is taken, handed over, and counted. */
const lookedMs = [minute, 2 * minute, 30 * minute]

async function send(services: VillageServices, by: By, payload: object): Promise<void> {
  await by.act(messageSave, { type: 'text', audience: { userType: 'all' }, sendType: 'now', ...payload })
  for (const ms of lookedMs) {
    const at = new Date(by.at.getTime() + ms)
    services.later(at, () => runOnce(services, at, ['official-messages', 'official-ticks']))
  }
}

export function planMessages(services: VillageServices, { operations, on, text }: Scene): void {
  on(-60.3, async ({ act }) => {
    const person = await services.database
      .selectFrom('users.app_user')
      .select('id')
      .where('internal', '=', false)
      .orderBy('id')
      .executeTakeFirst()
    if (!person) return
    const account = await act<{ id: number }>(officialAccountCalls.save, {
      userId: Number(person.id),
      title: 'Greenroom Care',
      note: 'Answers for the platform.',
      writerIds: [operations.id],
    })
    on(-17.6, (by) =>
      send(services, by, {
        name: 'New rules for broadcasts',
        texts: {
          en: { title: 'New rules', text: 'Please read the new rules for broadcasts before Monday.' },
          cn: { title: '新规则', text: '请在周一之前阅读新的直播规则。' },
        },
        accountId: account.id,
      }),
    )
  })
  on(-4.9, (by) =>
    send(services, by, {
      name: 'Carnival greeting',
      type: 'text+link',
      texts: { en: { title: 'Carnival', text: 'The carnival begins. Come and see.' } },
      link: 'app://carnival',
      audience: { userType: 'some', countries: ['BR', 'PT', 'ES'], activeDays: 30 },
    }),
  )
  on(-1.4, ({ act }) =>
    act(messageSave, {
      name: 'Winter gala invitation',
      type: 'text+link',
      texts: { en: { title: 'Winter gala', text: 'You are invited to the winter gala.' } },
      link: 'https://greenroom.example/gala',
      audience: { userType: 'some', levelMin: 5 },
      sendType: 'scheduled',
      sendTime: text(2),
      notAfter: text(3),
    }),
  )
  on(-0.95, async (by) =>
    send(services, by, {
      name: 'Duo night',
      type: 'text+link+picture',
      texts: {
        en: { title: 'Duo night', text: 'Call a friend tonight: the first minute is on us.' },
        pt: { title: 'Noite em dupla', text: 'Ligue para alguém hoje: o primeiro minuto é por nossa conta.' },
      },
      link: 'app://match',
      pictureId: await by.upload('message', await drawn(200, 400, 200)),
      audience: { userType: 'some', sex: 'man', activeDays: 14 },
    }),
  )
  on(-1.2, async ({ act }) => {
    const wrong = await act<{ id: number }>(messageSave, {
      name: 'Maintenance (wrong date)',
      type: 'text',
      audience: { userType: 'all' },
      texts: { en: { title: 'Maintenance', text: 'Calls pause on Sunday from 03:00 to 03:20.' } },
      sendType: 'scheduled',
      sendTime: text(1),
    })
    on(-1.1, (later) =>
      later.act(messageStop, {
        id: wrong.id,
        version: 1,
        reason: 'The maintenance was moved to another day.',
      }),
    )
  })
  on(-0.6, ({ act }) =>
    act(messageSave, {
      name: 'First recharge reminder',
      type: 'text',
      texts: { en: { title: '', text: 'Your first recharge comes with a bonus.' } },
      audience: { userType: 'some', neverRecharged: true, activeDays: 7 },
      sendType: 'draft',
    }),
  )
}
