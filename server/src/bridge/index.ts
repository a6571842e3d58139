// The bridge to the live app: incoming events go to the rooms' handlers, commands go out.

export { configChanged, configVersion } from './bridge.config.ts'
export { forgetEvents } from './bridge.forget.ts'
export {
  type AnyHandler,
  type Arrived,
  type Chunk,
  type Command,
  defineHandler,
  type Handler,
  type Plan,
  type Screen,
  type Screened,
  type Settled,
  type Verdict,
  walletChanged,
} from './bridge.handler.ts'
export { bridgePath, problem, type State, serveBridge } from './bridge.http.ts'
export { ensureEventMonths } from './bridge.keep.ts'
export { type Bridge, bridgeRounds, openBridge } from './bridge.open.ts'
export { renewClientSecrets } from './bridge.renew.ts'
export {
  addClientSecret,
  type BridgeClient,
  bytesOf,
  type ClientSecret,
  type Clients,
  hintOf,
  newClientSecret,
  openClients,
  secretOwner,
} from './clients.ts'
export { streamOf } from './commandStreams.ts'
export { isPublic } from './delivery/delivery.address.ts'
export { bodyOf } from './delivery/delivery.lane.ts'
export { type Outbox, type OutboxTimes, openOutbox } from './delivery/delivery.loop.ts'
export { type Pause, pauseDeliveries, pauseOf, resumeDeliveries } from './delivery/delivery.pause.ts'
export { isAccepted, openPoster, type Poster, publicLookup } from './delivery/delivery.post.ts'
export { sweepOutbox } from './delivery/delivery.sweep.ts'
export { wakeOutboxes } from './delivery/delivery.wake.ts'
export { heldOwner, reasonOf, renewHeldEvents } from './held.ts'
export { endedCommands, hasListener, send, takeBack } from './outbox.ts'
export { type HeldLine, openReplay, type Replay, type ReplayEnding } from './replay.ts'
