import * as system from '@greenroom/contract/system'
import * as systemRecords from '@greenroom/contract/systemRecords'
import * as systemStaff from '@greenroom/contract/systemStaff'

const menus = new Map(
  [system, systemRecords, systemStaff]
    .flatMap((calls) => Object.values(calls))
    .flatMap((call) => ('menu' in call && call.menu ? [[call.name, call.menu] as const] : [])),
)

/** The menu that a list's call belongs to, by the call's name in the contract. */
export const menuOfCall = (name: string): string | undefined => menus.get(name)
