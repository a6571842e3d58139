// The bridge to the live app: incoming events go to the rooms' handlers, commands go out.
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
export { configChanged, configVersion } from './config.ts'
export { isPublic } from './delivery/address.ts'
export { bodyOf } from './delivery/lane.ts'
export { type Outbox, type OutboxTimes, openOutbox } from './delivery/loop.ts'
export { type Pause, pauseDeliveries, pauseOf, resumeDeliveries } from './delivery/pause.ts'
export { publicLookup } from './delivery/post.ts'
export { sweepOutbox } from './delivery/sweep.ts'
export { wakeOutboxes } from './delivery/wake.ts'
export {
  type AnyHandler,
  type Arrived,
  type Chunk,
  type Command,
  defineHandler,
  type Handler,
  type Plan,
  type Settled,
  type Verdict,
  walletChanged,
} from './handler.ts'
export { heldOwner, reasonOf, renewHeldEvents } from './held.ts'
export { bridgePath, problem, type State, serveBridge } from './http.ts'
export { ensureEventMonths } from './keep.ts'
export { type Bridge, bridgeRounds, openBridge } from './open.ts'
export { endedCommands, hasListener, send, takeBack } from './outbox.ts'
export { renewClientSecrets } from './renew.ts'
export { type HeldLine, openReplay, type Replay, type ReplayEnding } from './replay.ts'
export { streamOf } from './streams.ts'
