// Passwords that only their holder learns: set with a link from the maker of a request and a code from its approver.
export { fetchCodes, renewCodes, type ShownCode } from './passwordLinks.code.ts'
export { keptHash, linkHashOf, linkPath, newCode, newLink } from './passwordLinks.halves.ts'
export {
  bindLink,
  dropLinks,
  type NewLink,
  putLinks,
  renewLink,
  voidCredentials,
} from './passwordLinks.queries.ts'
export { describeLink, type LinkServices, sendLinkCode, setPasswordByLink } from './passwordLinks.service.ts'
