// What accounts and roles may do, and which rights exceed which.
export { menuNames, rightsByRole, rightsOfRoles } from './queries.ts'
export { mayMore, menusAbove, noRights, type Rights, together } from './rules.ts'
