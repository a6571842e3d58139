// What accounts and roles may do, and which rights exceed which.
export {
  type Counting,
  countingAmong,
  countingByRole,
  countingOf,
  type Holder,
  isHeld,
  isKnownToOthers,
  isMapped,
  isNamed,
  lockHolders,
  lockRights,
  standingOf,
} from './rights.counting.ts'
export { menuNames, rightsByRole, rightsOfRoles } from './rights.queries.ts'
export { mayMore, menusAbove, noRights, type Rights, together } from './rights.rules.ts'
