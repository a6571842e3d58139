import type { auditSettings, auditSettingsSave } from '@greenroom/contract/audits'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { displayChosen } from '@greenroom/contract/sentences/audits'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { record } from '../../../log/index.ts'
import { keepSetting, type SettingRow, settingOf } from './auditSettings.queries.ts'

type Settings = Answer<typeof auditSettings>

const unsaid: Settings = { blur: false, greyscale: false, pageItems: 12, view: 'grid', sort: 'score' }

const settingsOf = (row: SettingRow | undefined): Settings =>
  row
    ? {
        blur: row.blur,
        greyscale: row.greyscale,
        pageItems: row.page_items,
        view: row.view as Settings['view'],
        sort: row.sort as Settings['sort'],
      }
    : unsaid

/** The caller's picture settings. */
export const settings = async (context: Context): Promise<Settings> =>
  settingsOf(await settingOf(context.database, staffOf(context).id))

/** Saves them. */
export const saveSettings = (context: Context, payload: Parsed<typeof auditSettingsSave>): Promise<Settings> =>
  context.tx(async (tx) => {
    const staff = staffOf(context)
    const before = settingsOf(await settingOf(tx, staff.id))
    const { pageItems, ...same } = payload
    await keepSetting(tx, { staff_id: staff.id, page_items: pageItems, ...same })
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: displayChosen({ view: payload.view, pageItems }),
      before,
      after: payload,
    })
    return payload
  })
