// What accounts and roles may do, and who may do more than whom.
export { menuNames, rightsByRole, rightsOfRoles } from './queries.ts'
export { mayMore, menusAbove, noRights, type Rights, together } from './rules.ts'
