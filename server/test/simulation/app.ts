// The app's answers.
import type { Sent } from '../bridge.ts'
import { Found, type World } from './world.ts'

/** The code with which an event was rejected; null if it was accepted. */
export async function refusalOf(world: World, event: Sent): Promise<number | null> {
  const [answer] = await world.send(event)
  return answer!.status === 'rejected' ? answer!.errorCode! : null
}

/** @throws Found when it is rejected */
export async function expectAccepted(world: World, event: Sent): Promise<void> {
  const refused = await refusalOf(world, event)
  if (refused !== null) throw new Found(`${event.type} was rejected with ${refused}`)
}
