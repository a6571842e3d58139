// Changes countries: one transaction a verb.

import type { Parsed } from '@greenroom/contract/call'
import { countriesChanged } from '@greenroom/contract/sentences/system'
import type { countryEnable, countryUpdate } from '@greenroom/contract/system'
import { batch, chosen, done, notDone } from '../../../kit/batch.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { record, recordMany } from '../../../log/index.ts'
import { tellCountries } from '../telling.ts'
import * as queries from './queries.ts'
import { countryOf, editable } from './rules.ts'

const namesOf = (row: queries.CountryRow) => ({ en: row.name_en, cn: row.name_cn })

/** @throws Refusal 10032 for an unknown code, 20000 for a stale version. */
export const updateCountry = (context: Context, payload: Parsed<typeof countryUpdate>) =>
  context.tx(async (tx) => {
    const before = await queries.lockCountry(tx, payload.code)
    if (!before) throw new Refusal(10032)
    if (before.version !== payload.version)
      throw staleWrite(
        { by: before.updated_by, at: before.updated_at, version: before.version },
        editable(before),
        payload,
      )
    const after = await queries.updateCountry(
      tx,
      before.code,
      {
        name_en: payload.nameEn,
        name_cn: payload.nameCn,
        dialling_code: payload.diallingCode,
        currency: payload.currency,
        region: payload.region,
        sort: payload.sort,
      },
      { by: staffOf(context).username, at: context.now },
    )
    await record(tx, context, {
      target: `country ${after.code}`,
      content: countriesChanged('done', [namesOf(after)], 'edited'),
      before: countryOf(before),
      after: countryOf(after),
    })
    if (after.enabled) await tellCountries(tx, context.now)
    return {}
  })

/** Enables or disables; what is so already is 20000, an unknown code 10032, each on its own line. */
export const enableCountries = (context: Context, payload: Parsed<typeof countryEnable>) => {
  const codes = chosen(payload.codes, 'codes')
  return batch(context, async (tx) => {
    const found = new Map((await queries.lockCountries(tx, codes)).map((row) => [row.code, row]))
    const changing = codes.filter((code) => found.has(code) && found.get(code)?.enabled !== payload.enabled)
    const changed = await queries.enableCountries(tx, changing, payload.enabled, {
      by: staffOf(context).username,
      at: context.now,
    })
    await recordMany(
      tx,
      context,
      changed.map((after) => ({
        target: `country ${after.code}`,
        content: countriesChanged('done', [namesOf(after)], payload.enabled ? 'enabled' : 'disabled'),
        before: countryOf(found.get(after.code)!),
        after: countryOf(after),
      })),
    )
    if (changed.length > 0) await tellCountries(tx, context.now)
    const ok = new Set(changed.map((row) => row.code))
    return codes.map((code) => (ok.has(code) ? done(code) : notDone(code, found.has(code) ? 20000 : 10032)))
  })
}
