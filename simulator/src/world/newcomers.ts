// New users: they install, register, and usually look around at once.

import { introduce, submit } from './content.ts'
import { livelinessOf } from './places.ts'
import type { Sim } from './sim.ts'
import { day } from './sizes.ts'
import { come } from './visits.ts'

const minute = 60_000

/** When the next user registers: by the world's rate, more often in the evening. */
export function planNewcomer(sim: Sim): void {
  // Most live where it is evening at that time.
  const lively = 0.4 + 1.2 * livelinessOf(sim.now, 5)
  sim.plan(sim.now + sim.random.wait(day / sim.pace.newcomers / lively), () => {
    register(sim)
    planNewcomer(sim)
  })
}

export function register(sim: Sim): number {
  const { people, random } = sim
  const who = people.add(sim.now)
  const channel = people.channelOf(who)
  const platform = people.platformOf(who)
  const deviceId = people.deviceOf(who)
  const profile = people.profileOf(who, sim.now, sim.media)
  if (channel !== '' && people.deviceOwner(who) === who)
    sim.tell('install.attributed', { deviceId, channel, platform, country: profile.country })
  // Some install and never register.
  if (random.chance(0.15))
    sim.tell('install.attributed', {
      deviceId: `gone-${random.bits().toString(16)}`,
      channel: channel || 'organic',
      platform,
      country: profile.country,
    })
  sim.tell('user.registered', {
    userId: people.idOf(who),
    ...profile,
    ...(channel !== '' && { channel }),
    platform,
    deviceId,
    deviceModel: people.deviceModelOf(who),
    ip: people.ipOf(who),
  })
  if (people.isHost(who)) introduce(sim, who)
  if (random.chance(0.8))
    sim.plan(sim.now + random.wait(minute), () => {
      const visit = come(sim, who)
      if (visit && random.chance(0.4)) sim.planVisit(visit, sim.now + random.wait(2 * minute), () => submit(sim, visit))
    })
  return who
}
