// Visitors of a landing page: whether they count, their language, country and version. Pure.
import type { LandingStore } from '@greenroom/contract/landingPage'
import type { Language } from '@greenroom/contract/languages'
import { acceptedLanguage, acceptedTags } from '../../../texts/acceptedLanguage.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))

const bots =
  /bot\b|bot[/;) ]|crawl|spider|slurp|preview|facebookexternalhit|facebot|whatsapp|telegram|twitterbot|linkedin|embedly|quora|pinterest|skype|slack|discord|vkshare|headless|lighthouse|pingdom|uptime|monitor|curl|wget|python|java\/|okhttp|go-http|axios|node-fetch|libwww|httpclient|scrapy|phantom|feed|validator|google-|mediapartners|adsbot|bingpreview|yandex|baidu|ia_archiver/i

/** False for requests that are served but not counted: HEAD, prefetches, link previews, bots, and clients without a user agent. */
export function counts(method: string, headers: Headers): boolean {
  if (method !== 'GET') return false
  const purpose = `${one(headers['purpose'])} ${one(headers['sec-purpose'])} ${one(headers['x-purpose'])} ${one(headers['x-moz'])}`
  if (/prefetch|preview|prerender/i.test(purpose)) return false
  const agent = one(headers['user-agent'])
  return agent !== '' && !bots.test(agent)
}

/** The first supported language; English if there is none. */
export const languageOf = (headers: Headers): Language => acceptedLanguage(one(headers['accept-language']))

/** The visitor's country: from a trusted proxy, else the region of the language; empty if unknown. */
export function countryOf(headers: Headers, trusted: boolean): string {
  const reported = trusted ? one(headers['cf-ipcountry']) || one(headers['x-country']) : ''
  if (/^[A-Z]{2}$/.test(reported) && reported !== 'XX') return reported
  const region = acceptedTags(one(headers['accept-language']))
    .map((tag) => /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})$/.exec(tag)?.[1])
    .find((code) => code !== undefined)
  return region ?? ''
}

export type Platform = 'ios' | 'android' | 'other'

export function platformOf(headers: Headers): Platform {
  const agent = one(headers['user-agent'])
  if (/android/i.test(agent)) return 'android'
  return /iphone|ipad|ipod/i.test(agent) ? 'ios' : 'other'
}

export type Arm = 'a' | 'b'

/** The version that a visitor sees: a function of the visitor's hash, so the same all day. */
export function armOf(hash: string, shareB: number): Arm {
  if (shareB === 0) return 'a'
  let value = 0
  for (let at = 0; at < 12; at++) value = (value * 31 + hash.charCodeAt(at)) % 1_000_003
  return value % 100 < shareB ? 'b' : 'a'
}

/** The campaign that an install reports: `<page>.<phase>.<arm>`. */
export const campaignOf = (key: string, phaseId: number, arm: Arm): string => `${key}.${phaseId}.${arm}`

/** A store's address, with the channel and the campaign in the parameters that each store passes on. */
export function storeAddress(store: LandingStore, link: string, channel: string, campaign: string): string {
  const url = new URL(link)
  if (store === 'google')
    url.searchParams.set('referrer', new URLSearchParams({ utm_source: channel, utm_campaign: campaign }).toString())
  else if (store === 'apple') url.searchParams.set('ct', channel.slice(0, 40))
  else {
    url.searchParams.set('channel', channel)
    url.searchParams.set('campaign', campaign)
  }
  return url.toString()
}
