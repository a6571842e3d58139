// Passwords that only their holder learns: set with a link from the maker of a request and a code from its approver.
export { fetchCodes, renewCodes, type ShownCode } from './code.ts'
export { keptHash, linkHashOf, linkPath, newCode, newLink } from './halves.ts'
export { dropLinks, type NewLink, putLinks, voidCredentials } from './queries.ts'
export { setPasswordByLink } from './service.ts'
