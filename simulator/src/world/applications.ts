// Someone now and then applies inside the app to lead a guild.
import { banned } from './people.ts'
import type { Sim } from './sim.ts'

const hour = 3_600_000
const betweenApplications = 3 * hour

const first = [
  'Golden',
  'Silver',
  'Sunset',
  'Ocean',
  'Jasmine',
  'Neon',
  'Crystal',
  'Velvet',
  'Lotus',
  'Northern',
] as const
const second = ['Stage', 'Voices', 'Garden', 'Harbour', 'Lights', 'Studio', 'Circle', 'Crew'] as const

/** When the next application is sent: some a day. */
export function planApplications(sim: Sim): void {
  sim.plan(sim.now + sim.random.wait(betweenApplications), () => {
    apply(sim)
    planApplications(sim)
  })
}

/** Greenroom may refuse it: the person leads a guild already, belongs to one, or the name is taken. */
export function apply(sim: Sim): void {
  const { people, random } = sim
  const who = sim.here.draw(random)
  if (who === undefined || people.is(who, banned)) return
  const userId = people.idOf(who)
  const { nickname } = people.profileOf(who, sim.now, sim.media)
  sim.emit('guild.applied', {
    userId,
    guildName: `${random.pick(first)} ${random.pick(second)} ${userId % 100}`,
    leaderName: nickname,
    leaderEmail: `leader${userId}@mail.example`,
    parentId: null,
    inviterId: null,
  })
}
