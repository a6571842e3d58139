// Passwords that only their holder learns: set with a link from the maker of a request and a code from its approver.
export { fetchCodes, renewCodes, type ShownCode } from './passwordLinks.code.ts'
export { keptHash, linkHashOf, linkPath, newCode, newLink } from './passwordLinks.halves.ts'
export { dropLinks, type NewLink, putLinks, voidCredentials } from './passwordLinks.queries.ts'
export { setPasswordByLink } from './passwordLinks.service.ts'
