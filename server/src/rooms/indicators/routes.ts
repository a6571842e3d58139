import * as boardCalls from '@greenroom/contract/boards'
import * as calls from '@greenroom/contract/indicators'
import { todayFigures } from '@greenroom/contract/today'
import { countryName } from '../../kit/country.ts'
import { moment, type Served, serve, serveList } from '../../kit/serve.ts'
import * as boards from './boards/service.ts'
import { namesOf, promotersNamed } from './by/promoters.ts'
import { by } from './by/service.ts'
import { cohorts, returned } from './cohorts/service.ts'
import { valuesOf } from './figures/queries.ts'
import { difference, figures, zonesNow } from './figures/service.ts'
import { dayOf, dayPlus } from './fold/rules.ts'
import { today } from './home/service.ts'
import { daysKept } from './limits.ts'
import { add, remove } from './notes/service.ts'
import { people } from './people/service.ts'
import { records } from './records/service.ts'

export const indicatorsRoutes: Served[] = [
  serve(calls.indicatorFigures, figures),
  serve(calls.indicatorCohorts, cohorts),
  serveList(calls.indicatorReturned, returned, [
    { names: { en: 'User ID', cn: '用户 ID' }, value: ({ user }) => user.userId },
    { names: { en: 'Nickname', cn: '昵称' }, value: ({ user }) => user.nickname },
    { names: { en: 'Cohort day', cn: '群组日期' }, value: ({ cohortDay }) => cohortDay },
  ]),
  serve(calls.indicatorDifference, difference),
  serve(calls.indicatorBy, by),
  serveList(calls.indicatorPeople, people, [
    { names: { en: 'User ID', cn: '用户 ID' }, value: ({ user }) => user.userId },
    { names: { en: 'Nickname', cn: '昵称' }, value: ({ user }) => user.nickname },
    { names: { en: 'Value', cn: '数值' }, value: ({ value }) => value },
  ]),
  serveList(calls.indicatorRecords, records, [
    { names: { en: 'Record', cn: '记录编号' }, value: ({ recordId }) => recordId },
    { names: { en: 'Time', cn: '时间' }, value: ({ at }) => moment(at) },
    { names: { en: 'User ID', cn: '用户 ID' }, value: ({ user }) => user?.userId ?? null },
    { names: { en: 'Nickname', cn: '昵称' }, value: ({ user }) => user?.nickname ?? null },
    { names: { en: "Other party's ID", cn: '对方 ID' }, value: ({ other }) => other?.userId ?? null },
    { names: { en: 'Kind', cn: '类型' }, value: ({ what }) => what },
    { names: { en: 'Value', cn: '数值' }, value: ({ value }) => value },
    { names: { en: 'Country', cn: '国家' }, value: ({ country }) => country ?? null },
    { names: { en: 'Platform', cn: '平台' }, value: ({ platform }) => platform ?? null },
  ]),
  serve(calls.indicatorOptions, async ({ database, now, timeZone, language }) => {
    const since = dayPlus(dayOf(now, await zonesNow(database, timeZone)), -daysKept)
    const [countries, channels] = await Promise.all([
      valuesOf(database, 'country', since),
      valuesOf(database, 'channel', since),
    ])
    const [names, promoters] = await Promise.all([namesOf(database, 'channel', channels), promotersNamed(database)])
    return {
      countries: countries.map((code) => ({ code, name: countryName(code, language) })),
      channels: channels.map((number) => ({ number, name: names.get(number) ?? null })),
      promoters,
    }
  }),
  serve(todayFigures, today),
  serve(calls.dayNoteAdd, add),
  serve(calls.dayNoteDelete, remove),
  serve(boardCalls.boardList, boards.list),
  serve(boardCalls.boardInfo, boards.info),
  serve(boardCalls.boardRoles, boards.roles),
  serve(boardCalls.boardSave, boards.save),
  serve(boardCalls.boardDelete, boards.remove),
  serve(boardCalls.boardPin, boards.pin),
  serve(boardCalls.boardUnpin, boards.unpin),
  serve(boardCalls.boardOrder, boards.order),
]
