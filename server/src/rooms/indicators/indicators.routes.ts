import * as boardCalls from '@greenroom/contract/boards'
import * as calls from '@greenroom/contract/indicators'
import { todayFigures } from '@greenroom/contract/todayFigures'
import { moment, type Served, serve, serveList } from '../../kit/calls/serve.ts'
import { countryName } from '../../texts/countryName.ts'
import * as boards from './boards/boards.service.ts'
import { cohorts, returned } from './boards/cohorts.service.ts'
import { today } from './boards/indicatorHome.service.ts'
import { add, remove } from './boards/indicatorNotes.service.ts'
import { namesOf, promotersNamed } from './breakdown/breakdown.promoters.ts'
import { by } from './breakdown/breakdown.service.ts'
import { people } from './breakdown/indicatorPeople.service.ts'
import { valuesOf } from './figures/figures.queries.ts'
import { difference, figures, zonesNow } from './figures/figures.service.ts'
import { dayOf, dayPlus } from './fold/fold.rules.ts'
import { daysKept } from './indicators.limits.ts'
import { records } from './records/figureRecords.service.ts'

export const indicatorsRoutes: Served[] = [
  serve(calls.indicatorFigures, figures),
  serve(calls.indicatorCohorts, cohorts),
  serveList(calls.indicatorReturned, returned, [
    { heading: 'exports:columns.userId', value: ({ user }) => user.userId },
    { heading: 'exports:columns.nickname', value: ({ user }) => user.nickname },
    { heading: 'indicators:columns.cohortDay', value: ({ cohortDay }) => cohortDay },
  ]),
  serve(calls.indicatorDifference, difference),
  serve(calls.indicatorBy, by),
  serveList(calls.indicatorPeople, people, [
    { heading: 'exports:columns.userId', value: ({ user }) => user.userId },
    { heading: 'exports:columns.nickname', value: ({ user }) => user.nickname },
    { heading: 'indicators:columns.value', value: ({ value }) => value },
  ]),
  serveList(calls.indicatorRecords, records, [
    { heading: 'exports:columns.record', value: ({ recordId }) => recordId },
    { heading: 'indicators:columns.at', value: ({ at }) => moment(at) },
    { heading: 'exports:columns.userId', value: ({ user }) => user?.userId ?? null },
    { heading: 'exports:columns.nickname', value: ({ user }) => user?.nickname ?? null },
    { heading: 'exports:columns.otherPartysId', value: ({ other }) => other?.userId ?? null },
    { heading: 'indicators:columns.what', value: ({ what }) => what },
    { heading: 'indicators:columns.value', value: ({ value }) => value },
    { heading: 'indicators:columns.country', value: ({ country }) => country ?? null },
    { heading: 'indicators:columns.platform', value: ({ platform }) => platform ?? null },
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
