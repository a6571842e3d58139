// Waves of spam: one picture or text that many accounts publish within minutes, each copy a little different, as people who sell something
// do. They draw from a randomness of their own: what the others do is not drawn anew for each copy.
import { banned, gone, leaving } from './people.ts'
import { idOf, type Random, share } from './random.ts'
import type { Sim } from './sim.ts'
import { rudePosts } from './texts.ts'

const minute = 60_000
const hour = 60 * minute

/** Between two waves: some a week in the history, and one every quarter of an hour of a visitor's time with the demo. */
const pauseOf = ({ pace }: Sim): number => (pace.days === undefined ? 36 * hour : 15 * minute)

const kinds = ['photo', 'library', 'avatar', 'greeting', 'post'] as const

/** What is done to a wave's picture so that a copy differs (`media/drawings.ts`). */
export const alterations = ['same', 'small', 'cropped', 'poor', 'mirrored', 'framed', 'marked'] as const

type Wave = { name: string; kind: (typeof kinds)[number]; text: string }

/** When the next wave begins. */
export function planSpam(sim: Sim, random: Random): void {
  sim.plan(sim.now + random.wait(pauseOf(sim)), () => {
    const wave = {
      name: idOf(random, sim.now).slice(-12),
      kind: random.pick(kinds),
      text: random.pick(rudePosts),
    }
    const copies = Math.round(Math.min(120, random.around(24, 0.7)))
    for (let copy = 0; copy < copies; copy++)
      sim.plan(sim.now + random.next() * 20 * minute, () => publish(sim, random, wave, copy))
    planSpam(sim, random)
  })
}

const signs = ['', '!', ' 👉', '!!!', ' ❤️', ' .', ' ~']

/** One copy, by somebody who is online: an account that was taken over. */
function publish(sim: Sim, random: Random, wave: Wave, copy: number): void {
  const { people } = sim
  const who = sim.here.draw(random)
  if (who === undefined || people.is(who, banned) || people.is(who, gone) || people.is(who, leaving)) return
  const userId = people.idOf(who)
  const id = idOf(random, sim.now)
  const alteration = alterations[copy % alterations.length]!
  const url = `${sim.media}/media/poster/${wave.name}~${alteration}~${copy}.jpg`
  const text = `${wave.text}${random.pick(signs)}`
  const machine = { score: Math.round((0.5 + 0.4 * share(copy, userId)) * 1_000) / 1_000, labels: ['contact'] }
  if (wave.kind === 'greeting')
    sim.emit('greeting.submitted', { itemId: `item-${id}`, userId, text, ...machine }, [], random)
  else if (wave.kind === 'post')
    sim.emit(
      'dynamic.posted',
      { dynamicId: `post-${id}`, userId, text, pictureUrls: [url], topics: [], ...machine },
      [],
      random,
    )
  else sim.emit('media.submitted', { itemId: `item-${id}`, userId, kind: wave.kind, url, ...machine }, [], random)
}
