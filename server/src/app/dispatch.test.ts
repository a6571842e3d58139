import { declaredCalls } from '@greenroom/contract/allCalls'
import { basePath, buildHeader, outdatedHeader, zoneHeader } from '@greenroom/contract/call'
import { userList } from '@greenroom/contract/users'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noteReasons } from '../../test/answered.ts'
import { freshDatabase } from '../../test/database.ts'
import { openDatabase } from '../kit/database/database.ts'
import { refusalOf, serveAll } from './dispatch.ts'

test('a product does not start while a declared call has no handler', () => {
  expect(() => serveAll(Fastify(), [], {} as never)).toThrow(/^call \w+ of \w+ has no handler$/)
})

test('a page of a build that is outdated is told so, and only such a one; each page is told the platform’s zone', async () => {
  const app = Fastify()
  const routes = declaredCalls.map(({ call }) => ({ call, handle: async () => ({}) }))
  serveAll(
    app,
    routes as never,
    {
      authenticate: async () => null,
      onCrash: () => {},
      isOutdated: (said: string) => said === 'old',
      timeZone: () => 'Asia/Shanghai',
    } as never,
  )
  const told = async (build?: string) => {
    const { headers } = await app.inject({
      method: userList.method,
      url: `${basePath}${userList.path}`,
      headers: { ...(build !== undefined && { [buildHeader]: build }) },
    })
    return [headers[outdatedHeader], headers[zoneHeader]]
  }
  expect([await told('old'), await told('new'), await told(''), await told()]).toEqual([
    ['1', 'Asia/Shanghai'],
    [undefined, 'Asia/Shanghai'],
    [undefined, 'Asia/Shanghai'],
    [undefined, undefined],
  ])
})

test('a value that the database refuses is the caller’s, and is reported as a gap of our checks; any other fault is ours', async () => {
  const database = openDatabase((await freshDatabase()).url, { max: 1 })
  const reported: unknown[] = []
  const answerTo = async (text: string) => {
    const error = await sql`select ${text}::int4`.execute(database).catch((thrown: unknown) => thrown)
    return refusalOf(error, 'request-1', (thrown) => reported.push(thrown))
  }
  try {
    for (const value of ['twelve', '99999999999']) {
      const answer = await answerTo(value)
      expect(answer).toMatchObject({ code: 500, errorCode: 10009, detail: [{ field: '', reason: 'field.kept' }] })
      expect(JSON.stringify(answer)).not.toContain(value)
      noteReasons(JSON.stringify(answer))
    }
    expect(reported).toMatchObject([{ code: '22P02' }, { code: '22003' }])
    expect(refusalOf(new Error('a bug'), 'request-1', () => {})).toMatchObject({ errorCode: 10001 })
  } finally {
    await database.destroy()
  }
})
