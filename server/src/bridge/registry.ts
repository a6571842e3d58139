// Which handler takes which type: one each, so that what an event does is decided in one place.
import type { EventType } from '@greenroom/contract/bridge.schema'
import type { AnyHandler } from './handler.ts'

export type Registry = {
  /** In the order they run. */
  handlers: readonly AnyHandler[]
  takes(type: EventType): boolean
  /** True for events whose ids are not kept. */
  isNatural(type: EventType): boolean
}

/** @throws when two handlers want the same type. */
export function registryOf(handlers: readonly AnyHandler[]): Registry {
  const taken = new Set<EventType>()
  const natural = new Set<EventType>()
  for (const handler of handlers) {
    for (const type of handler.types as readonly EventType[]) {
      if (taken.has(type)) throw new Error(`two handlers take ${type}`)
      taken.add(type)
    }
    for (const type of (handler.natural ?? []) as readonly EventType[]) natural.add(type)
  }
  return { handlers, takes: (type) => taken.has(type), isNatural: (type) => natural.has(type) }
}
