// Configuration of the app that Greenroom decides, by key. `config.changed` contains a complete set, `GET /app/v1/state/<key>` returns it.
import { z } from 'zod'
import { textsShown } from './texts.schema.ts'

/**
 * Where, when and to whom something is shown. `from` and `to` are a half-open period, null is open; empty lists and null mean everyone;
 * `link` may be empty. The contract's `shownTo` decides what a viewer sees.
 */
const placed = {
  position: z.string(),
  sort: z.number().int(),
  link: z.string(),
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
  countries: z.array(z.string()),
  sex: z.enum(['man', 'woman', 'none']).nullable(),
  languages: z.array(z.string()),
  minBuild: z.number().int(),
}
const bannerShown = z.object({ bannerId: z.number().int(), imageUrl: z.string(), ...placed })

/** The current sets; banners, adverts and gifts include future ones. */
export const configSets = {
  /** Parameters that the front end needs; `value` is text to be parsed by its `type`. */
  parameters: z.object({ parameters: z.array(z.object({ key: z.string(), type: z.string(), value: z.string() })) }),
  /**
   * The enabled gift template of each scene (scenes without one are left out), and current and future gifts. A gift costs `price` tokens,
   * and `nextPrice.price` from `nextPrice.at`.
   */
  gifts: z.object({
    gifts: z.array(
      z.object({
        giftId: z.number().int(),
        names: z.object({ en: z.string(), cn: z.string() }),
        texts: textsShown(),
        type: z.enum(['ordinary', 'activity']),
        price: z.number().int(),
        nextPrice: z.object({ price: z.number().int(), from: z.iso.datetime() }).nullable(),
        continuous: z.boolean(),
        floatingScreen: z.boolean(),
        sort: z.number().int(),
        pictureUrl: z.string(),
        /** Lottie (.json) without expressions, or MP4. */
        animationUrl: z.string().nullable(),
        from: z.iso.datetime().nullable(),
        to: z.iso.datetime().nullable(),
      }),
    ),
    templates: z.array(
      z.object({
        templateId: z.number().int(),
        scene: z.string(),
        name: z.string(),
        /** In display order. Skip gifts that `gifts` does not currently offer. */
        giftIds: z.array(z.number().int()),
        /** Their pictures, in the same order. */
        pictureUrls: z.array(z.string()),
      }),
    ),
  }),
  /** Enabled countries in display order. */
  countries: z.object({
    countries: z.array(
      z.object({
        code: z.string(),
        names: z.object({ en: z.string(), cn: z.string() }),
        texts: textsShown(),
        diallingCode: z.string(),
        currency: z.string(),
        region: z.string(),
      }),
    ),
  }),
  /** Current and future banners and activities, by position and sort. */
  banners: z.object({ banners: z.array(bannerShown), activities: z.array(bannerShown) }),
  /** Current and future adverts, by position and sort. */
  adverts: z.object({
    adverts: z.array(
      /** Texts by language; show English to readers of a language without one. */
      z.object({ advertId: z.number().int(), texts: z.record(z.string(), z.string()), ...placed }),
    ),
  }),
  /** App users who speak for the platform; mark them with the title. */
  accounts: z.object({ accounts: z.array(z.object({ userId: z.number().int(), title: z.string() })) }),
} as const

export type ConfigSet<K extends keyof typeof configSets> = z.output<(typeof configSets)[K]>
