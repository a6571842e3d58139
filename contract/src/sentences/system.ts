// Decisions about the platform itself: parameters, menus, countries, app versions, gift templates, the whitelist.
import { sayer } from './say.ts'
import { asItIs, type Change, changed, type Form, inOne, type Sentence, titleIn } from './words.ts'

const say = sayer('system')

/** A stored value; an empty one is shown as a dash. */
const valueOf = (value: string) => (value === '' ? '–' : value)

export const paramChanged = (form: Form, { key, from, to }: { key: string; from: string; to: string }): Sentence =>
  say(`paramChanged.${form}`, { key, from: valueOf(from), to: valueOf(to) })

/** Whether staff may change a parameter's value. */
export const paramLocked = (form: Form, { key, editable }: { key: string; editable: boolean }): Sentence =>
  say(editable ? `paramUnlocked.${form}` : `paramLocked.${form}`, { key })

export const paramAdded = ({ key, value }: { key: string; value: string }): Sentence =>
  say('paramAdded', { key, value: valueOf(value) })

export const paramDeleted = (key: string): Sentence => changed(say('param'), key, 'deleted')

/** `Menu Posts moved`; a menu is named in both languages. */
export const menuChanged = (names: Sentence, how: Change): Sentence => changed(say('menu'), titleIn(names), how)

/** `Countries Brazil and Peru enabled`. */
export const countriesChanged = (form: Form, names: readonly Sentence[], how: Change): Sentence =>
  changed(say('country', { count: names.length }), inOne(names.map(titleIn)), how, form)

type Version = { app: string; name: string; build: number }

/** `App version Greenroom 2.4.1 (build 118) edited`. */
export function versionsChanged(versions: readonly Version[], how: Change): Sentence {
  const names = versions.map(({ app, name, build }) => say('versionName', { app, name, build: String(build) }))
  return changed(say('version', { count: names.length }), inOne(names), how)
}

const scenes = ['live', 'call', 'chat', 'dynamic'] as const

/** Scenes without a name here are named by the app. */
function sceneOf(scene: string): Sentence {
  const known = scenes.find((one) => one === scene)
  return known ? say(`scene.${known}`) : asItIs(scene)
}

type GiftTemplate = { name: string; scene: string }

/** `Gift template Roses for live rooms enabled`. */
export function giftTemplatesChanged(templates: readonly GiftTemplate[], how: Change): Sentence {
  const names = templates.map(({ name, scene }) => say('giftTemplateName', { name, scene: sceneOf(scene) }))
  return changed(say('giftTemplate', { count: names.length }), inOne(names), how)
}

export type Whitelisted = { kind: 'ip' | 'user' | 'device' | 'withdrawal'; value: string }

/** `Device 8f21 added to the whitelist`; several are listed. */
export function whitelistChanged(entries: readonly Whitelisted[], how: Change, form: Form = 'done'): Sentence {
  const verb = how === 'added' || how === 'deleted' ? how : 'edited'
  return say(`whitelist.${verb}.${form}`, {
    entries: inOne(entries.map(({ kind, value }) => say(`entry.${kind}`, { value }))),
  })
}
