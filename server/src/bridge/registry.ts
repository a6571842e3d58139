// Event type to handler: one each, so an event is decided in one place.
import type { EventType } from '@greenroom/contract/bridgeEvents.schema'
import type { AnyHandler, Screen } from './bridge.handler.ts'

export type Registry = {
  /** In execution order. */
  handlers: readonly AnyHandler[]
  takes(type: EventType): boolean
  /** True for events whose ids are not stored. */
  isNatural(type: EventType): boolean
  /** Looks at all events first. */
  screen: Screen | undefined
}

/** @throws if two handlers claim the same type. */
export function registryOf(handlers: readonly AnyHandler[]): Registry {
  const handled = new Set<EventType>()
  const natural = new Set<EventType>()
  for (const handler of handlers) {
    for (const type of handler.types as readonly EventType[]) {
      if (handled.has(type)) throw new Error(`two handlers take ${type}`)
      handled.add(type)
    }
    for (const type of (handler.natural ?? []) as readonly EventType[]) natural.add(type)
  }
  const screen = handlers.find((handler) => handler.screen)?.screen
  return { handlers, takes: (type) => handled.has(type), isNatural: (type) => natural.has(type), screen }
}
