// New users: they install, register, and usually look around at once.

import { submit, submitHost } from './content.ts'
import { livelinessOf } from './places.ts'
import type { Sim } from './sim.ts'
import { day } from './sizes.ts'
import { campaign, growthOf, isCampaign, weekdayOf } from './tides.ts'
import { comeOnline } from './visits.ts'

const minute = 60_000

/** When the next user registers: by the world's rate, more often in the evening. */
export function planNewcomer(sim: Sim): void {
  // Most live where it is evening at that time.
  const lively = (0.4 + 1.2 * livelinessOf(sim.now, 5)) * 1.19 * weekdayOf(sim.now, 5)
  const growth = growthOf(sim.now, sim.origin)
  // While the app is away, nobody can register.
  const wait =
    growth === 0 ? 10 * minute : Math.min(day / 4, sim.random.wait(day / sim.pace.newcomers / lively / growth))
  sim.plan(sim.now + wait, () => {
    if (growth > 0) register(sim)
    planNewcomer(sim)
  })
}

export function register(sim: Sim): number {
  const { people, random } = sim
  const who = people.add(sim.now)
  const isFromCampaign = isCampaign(sim.now, sim.origin) && random.chance(0.6)
  const channel = isFromCampaign ? campaign.channel : people.channelOf(who)
  const platform = people.platformOf(who)
  const deviceId = people.deviceOf(who)
  const profile = people.profileOf(who, sim.now, sim.media)
  if (channel !== '' && people.deviceOwner(who) === who)
    sim.emit('install.attributed', { deviceId, channel, platform, country: profile.country })
  // Some install and never register.
  if (random.chance(0.15))
    sim.emit('install.attributed', {
      deviceId: `gone-${random.bits().toString(16)}`,
      channel: channel || 'organic',
      platform,
      country: profile.country,
    })
  sim.emit('user.registered', {
    userId: people.idOf(who),
    ...profile,
    ...(channel !== '' && { channel }),
    platform,
    deviceId,
    deviceModel: people.deviceModelOf(who),
    ip: people.ipOf(who),
  })
  if (people.isHost(who)) submitHost(sim, who)
  if (random.chance(0.8))
    sim.plan(sim.now + random.wait(minute), () => {
      const visit = comeOnline(sim, who)
      if (visit && random.chance(0.4)) sim.planVisit(visit, sim.now + random.wait(2 * minute), () => submit(sim, visit))
    })
  return who
}
