// Payloads and results of the System calls: gift templates, whitelist, versions and countries.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  instant,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  prose,
  reason,
  rowId,
  rowIds,
  timeText,
  version,
  whole,
} from './fields.ts'
import { giftCard } from './gifts.schema.ts'

// Gift templates ------------------------------------------------------------------------------------------------------

const giftTemplateRow = z.object({
  id: count(),
  name: z.string(),
  scene: z.string(),
  /** In display order. */
  gifts: z.array(giftCard),
  enabled: z.boolean(),
  remark: z.string(),
  updatedAt: instant(),
  updatedBy: z.string(),
  version: count(),
  can: can('update', 'enable', 'disable', 'delete'),
})

const giftTemplateFields = {
  /** Its length has its own codes, which the rules produce. */
  name: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}]*$/u),
  scene: z.enum(['live', 'call', 'chat', 'dynamic']),
  /** Gifts of the catalogue, in display order; how many there may be has codes of its own. */
  giftIds: listOf(rowId(), 50),
  remark: optional(prose(200)),
}

export const giftTemplateList = {
  payload: listPayload({
    q: optional(line(50)),
    scene: optional(z.enum(['live', 'call', 'chat', 'dynamic'])),
    enabled: optional(flag()),
  }),
  answer: pageOf(giftTemplateRow),
}

export const giftTemplateInfo = { payload: z.object({ id: rowId() }), answer: z.object({ template: giftTemplateRow }) }

export const giftTemplateSave = { payload: z.object(giftTemplateFields), answer: z.object({ id: count() }) }

export const giftTemplateUpdate = {
  payload: z.object({ id: rowId(), version: version(), ...giftTemplateFields }),
  answer: nothing(),
}

export const giftTemplateEnable = {
  payload: z.object({ id: rowId(), version: version(), enabled: flag() }),
  answer: nothing(),
}

/** The catalogue, from which a template is composed. */
export const giftTemplateGifts = { payload: z.object({}), answer: z.object({ gifts: z.array(giftCard) }) }

export const giftTemplateDelete = { payload: z.object({ ids: rowIds(), reason: reason() }), answer: outcomes() }

// Whitelist -----------------------------------------------------------------------------------------------------------

const whitelistKind = z.enum(['ip', 'user', 'device', 'withdrawal'])

const whitelistRow = z.object({
  id: count(),
  kind: whitelistKind,
  value: z.string(),
  note: z.string(),
  expiresAt: instant().nullable(),
  state: z.enum(['effective', 'expired']),
  createdBy: z.string(),
  createdAt: instant(),
  version: count(),
  can: can('update', 'delete'),
})

export const whitelistList = {
  payload: listPayload({
    q: optional(line(100)),
    kind: optional(whitelistKind),
    state: optional(z.enum(['effective', 'expired'])),
  }),
  answer: pageOf(whitelistRow),
}

export const whitelistInfo = { payload: z.object({ id: rowId() }), answer: z.object({ entry: whitelistRow }) }

export const whitelistSave = {
  payload: z.object({
    kind: whitelistKind,
    /** An address or network for `ip`, an app user's id, a device's serial number. */
    value: line(100),
    note: optional(prose(200)),
    expiresAtStr: optional(timeText()),
  }),
  answer: z.object({ id: count() }),
}

export const whitelistUpdate = {
  payload: z.object({
    id: rowId(),
    version: version(),
    note: optional(prose(200)),
    expiresAtStr: optional(timeText()),
  }),
  answer: nothing(),
}

export const whitelistDelete = { payload: z.object({ ids: rowIds(), reason: reason() }), answer: outcomes() }

// App versions --------------------------------------------------------------------------------------------------------

const versionRow = z.object({
  id: count(),
  app: z.string(),
  name: z.string(),
  build: count(),
  address: z.string(),
  description: z.string(),
  mandatory: z.boolean(),
  sharePercent: count(),
  createdBy: z.string(),
  createdAt: instant(),
  updatedAt: instant(),
  version: count(),
  can: can('update', 'delete'),
})

const versionFields = {
  name: z
    .string()
    .trim()
    .regex(/^\d+(\.\d+){1,3}$/),
  address: z
    .string()
    .trim()
    .max(500)
    .url()
    .regex(/^https:\/\//),
  description: prose(2_000, 1),
  mandatory: flag(),
  /** Share of users it is offered to, in %. */
  sharePercent: whole(0, 100),
}

export const versionList = {
  payload: listPayload({ app: optional(line(50)), q: optional(line(50)), mandatory: optional(flag()) }),
  answer: pageOf(versionRow),
}

export const versionInfo = { payload: z.object({ id: rowId() }), answer: z.object({ version: versionRow }) }

export const versionSave = {
  payload: z.object({ app: line(50), build: whole(1, 2_147_483_647), ...versionFields }),
  answer: z.object({ id: count() }),
}

export const versionUpdate = {
  payload: z.object({ id: rowId(), version: version(), ...versionFields }),
  answer: nothing(),
}

export const versionDelete = { payload: z.object({ ids: rowIds(), reason: reason() }), answer: outcomes() }

// Countries -----------------------------------------------------------------------------------------------------------

const countryRow = z.object({
  /** ISO 3166-1 alpha-2. */
  code: z.string(),
  code3: z.string(),
  names: z.object({ en: z.string(), cn: z.string() }),
  diallingCode: z.string(),
  currency: z.string(),
  region: z.string(),
  sort: count(),
  enabled: z.boolean(),
  version: count(),
  can: can('update', 'enable', 'disable'),
})

export const countryList = {
  payload: listPayload({ q: optional(line(50)), region: optional(line(50)), enabled: optional(flag()) }),
  answer: pageOf(countryRow),
}

export const countryUpdate = {
  payload: z.object({
    code: z.string().regex(/^[A-Z]{2}$/),
    version: version(),
    nameEn: line(100),
    nameCn: line(100),
    /** Antarctica has neither a dialling code nor a currency. */
    diallingCode: z
      .string()
      .trim()
      .regex(/^(\+\d{1,8})?$/),
    currency: z
      .string()
      .trim()
      .regex(/^([A-Z]{3})?$/),
    region: line(50),
    sort: whole(0, 9_999),
  }),
  answer: nothing(),
}

export const countryEnable = {
  payload: z.object({ codes: listOf(z.string().regex(/^[A-Z]{2}$/), 300), enabled: flag() }),
  answer: outcomes(),
}
