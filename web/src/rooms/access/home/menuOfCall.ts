import * as system from '@greenroom/contract/system'

const menus = new Map(
  Object.values(system).flatMap((call) => ('menu' in call && call.menu ? [[call.name, call.menu] as const] : [])),
)

/** The menu that a list's call belongs to, by the call's name in the contract. */
export const menuOfCall = (name: string): string | undefined => menus.get(name)
