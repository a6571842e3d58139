import { deviceBan, deviceUnban, userBan, userUnban } from '@greenroom/contract/users'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import type { BanEffects } from './ban.effects.ts'
import { banDevices, banUsers, unbanDevices, unbanUsers } from './ban.service.ts'

export const banRoutes = (effects: BanEffects): Served[] => [
  serve(userBan, banUsers(effects)),
  serve(userUnban, unbanUsers(effects)),
  serve(deviceBan, banDevices(effects)),
  serve(deviceUnban, unbanDevices(effects)),
]
