// The bridge to the live app: its events come in and are handed to the rooms' handlers, commands go out.
export {
  addClientSecret,
  type BridgeClient,
  bytesOf,
  type Clients,
  type ClientSecret,
  hintOf,
  newClientSecret,
  openClients,
  seal,
  sealingKey,
  unseal,
} from './clients.ts'
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
} from './handler.ts'
export { send, streamOf } from './outbox.ts'
