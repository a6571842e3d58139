// What users publish and write, and how others react.
import { machineScore } from './rooms.ts'
import type { Sim, Visit } from './sim.ts'
import * as texts from './texts.ts'

const mostPosts = 400

/** The address of a picture: drawn from its name. Lettering stays SVG, since not every machine has fonts to make pixels of. */
const pictureOf = ({ media }: Sim, kind: string, name: string): string =>
  `${media}/media/${kind}/${name}.${kind === 'card' ? 'svg' : 'jpg'}`

/** An item for a reviewer: a picture, a text, a certification. */
export function submit(sim: Sim, visit: Visit): void {
  const { random, people } = sim
  const userId = people.idOf(visit.who)
  const itemId = sim.ref('item')
  const risky = people.isBad(visit.who) && random.chance(0.5)
  const picture = (kind: string) => pictureOf(sim, kind, itemId)
  const turn = random.next()
  if (turn < 0.12) {
    const text = random.pick(risky ? texts.rudePosts : texts.aboutTexts)
    return sim.emit('media.submitted', { itemId, userId, kind: 'basic', text, ...machineScore(sim, risky) })
  }
  if (turn < 0.2 && people.isHost(visit.who))
    return sim.emit('certification.submitted', {
      itemId,
      userId,
      pictureUrls: [picture('portrait'), picture('card')],
      ...machineScore(sim, risky),
    })
  if (turn < 0.32)
    return sim.emit('greeting.submitted', {
      itemId,
      userId,
      text: random.pick(risky ? texts.rudePosts : texts.greetings),
      ...machineScore(sim, risky),
    })
  const kind = turn < 0.6 ? 'photo' : turn < 0.76 ? 'avatar' : turn < 0.88 ? 'cover' : 'library'
  const drawn =
    kind === 'cover' ? 'cover' : kind === 'avatar' ? 'portrait' : random.pick(['portrait', 'landscape', 'card'])
  sim.emit('media.submitted', { itemId, userId, kind, url: picture(drawn), ...machineScore(sim, risky) })
}

/** A certification. */
export function submitCertification(sim: Sim, who: number): void {
  const itemId = sim.ref('item')
  const pictureUrls = ['portrait', 'card'].map((kind) => pictureOf(sim, kind, itemId))
  sim.emit('certification.submitted', {
    itemId,
    userId: sim.people.idOf(who),
    pictureUrls,
    ...machineScore(sim, false),
  })
}

/** Hosts submit a certification and a cover when they join; most get both reviewed soon. */
export function submitHost(sim: Sim, who: number): void {
  const { random, people } = sim
  const userId = people.idOf(who)
  if (random.chance(0.85)) submitCertification(sim, who)
  if (random.chance(0.9)) {
    const itemId = sim.ref('item')
    sim.emit('media.submitted', {
      itemId,
      userId,
      kind: 'cover',
      url: pictureOf(sim, 'cover', itemId),
      ...machineScore(sim, false),
    })
  }
}

export function post(sim: Sim, visit: Visit): void {
  const { random, people } = sim
  const risky = people.isBad(visit.who) && random.chance(0.5)
  const dynamicId = sim.ref('post')
  const pictures = Array.from({ length: random.pick([0, 1, 1, 1, 2, 3, 9]) }, (_, turn) => {
    const kind = random.pick(['landscape', 'landscape', 'portrait', 'card'])
    return pictureOf(sim, kind, `${dynamicId}-${turn}`)
  })
  const text = random.pick(risky ? texts.rudePosts : texts.posts)
  sim.emit('dynamic.posted', {
    dynamicId,
    userId: people.idOf(visit.who),
    text: text === '' && pictures.length === 0 ? '👋' : text,
    pictureUrls: pictures,
    topics: random.chance(0.5) ? [random.pick(texts.topics)] : [],
    ...machineScore(sim, risky),
  })
  sim.posts.push({ id: dynamicId, by: visit.who })
  if (sim.posts.length > mostPosts) sim.posts.shift()
}

export function comment(sim: Sim, visit: Visit): void {
  const { random, people } = sim
  if (sim.posts.length === 0) return
  const { id } = random.pick(sim.posts)
  const risky = people.isBad(visit.who) && random.chance(0.6)
  const commentId = sim.ref('comment')
  sim.emit('comment.posted', {
    commentId,
    dynamicId: id,
    userId: people.idOf(visit.who),
    text: random.pick(risky ? texts.rudeComments : texts.comments),
    ...machineScore(sim, risky),
  })
}

/** A report against someone the user watches, calls or reads; misbehaving users are reported far more often. */
export function report(sim: Sim, visit: Visit): void {
  const { random, people } = sim
  const room = visit.watching?.room
  const call = visit.call
  const dynamic = !room && !call && sim.posts.length > 0 ? random.pick(sim.posts) : undefined
  const against = room?.host ?? (call && (call.caller === visit.who ? call.callee : call.caller)) ?? dynamic?.by
  if (against === undefined || against === visit.who) return
  if (!random.chance(people.isBad(against) ? 0.5 : 0.06)) return
  const reportId = sim.ref('report')
  sim.emit('report.created', {
    reportId,
    reporterId: people.idOf(visit.who),
    userId: people.idOf(against),
    reason: random.pick(texts.reportReasons),
    text: random.pick(texts.reportTexts),
    evidenceUrls: random.chance(0.5) ? [pictureOf(sim, 'card', reportId)] : [],
    ...(room && { liveId: room.id }),
    ...(call && { callId: call.id }),
    ...(dynamic && { dynamicId: dynamic.id }),
  })
}
