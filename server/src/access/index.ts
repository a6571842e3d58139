import type { Config } from '../config.ts'
import type { Served } from '../kit/calls/serve.ts'
import type { Seals } from '../kit/encryption/index.ts'
import type { Notifier } from '../notify/index.ts'
import type { Params } from '../params/index.ts'
import type { Todo } from './access.todo.ts'
import { loginRoutes, smsRoutes } from './login/login.routes.ts'
import { homeRoutes } from './me/home.routes.ts'
import { meRoutes, navRoutes, viewRoutes } from './me/me.routes.ts'
import { relyingParty } from './passkeys/passkeys.party.ts'
import { providerRoutes } from './provider/index.ts'
import { securityRoutes } from './security/security.routes.ts'
import { seeAsRoutes } from './seeAs/index.ts'
import type { SetupEnded } from './setup/index.ts'
import type { SmsProvider } from './sms/sms.message.ts'

export {
  accountByName,
  addAgentAccounts,
  addGuildAccount,
  addLeaderAccounts,
  addWaitingAccounts,
  endGuildSessions,
  handOverAccounts,
  isNameTaken,
  isPlatformStaff,
  openGuildAccounts,
  phoneOfAccount,
  removeUnusedAccounts,
  resetHelper,
  setHelperStatus,
} from './access.accounts.ts'
export { goodAgencyPassword, goodStaffPassword, hashPassword, unusableHash } from './access.password.ts'
export { sweepAccess } from './access.sweep.ts'
export type { Looking, Todo, Waiting } from './access.todo.ts'
export { ensureAdministrator } from './administrator.ts'
export { aloneLeft, aloneLeftOf, decidesAlone, holdAlone, takeBackAlone } from './approvals/alone.ts'
export {
  type ApprovalKind,
  type ApprovalRow,
  type Approvals,
  approvalById,
  approvalPage,
  approvalTodo,
  approveOnServer,
  decidingStaff,
  defineApproval,
  ifItWaits,
  lapseApprovals,
  openApprovals,
  ownApprovalPage,
  pendingAbout,
  questionsOf,
  questionTodo,
  refuseOwn,
  type ViewOf,
  type WaitingKind,
} from './approvals/index.ts'
export {
  type Decision,
  type DecisionKind,
  decisionsJob,
  giveEffect,
  keepDecision,
  nextDecision,
  type RefusedDecision,
  refusedLast,
  takeBack,
  undoFor,
} from './decisions/index.ts'
export {
  type DemoAccount,
  disableDemoAccounts,
  enableDemoAccounts,
  keepAccount,
  type LeaderRole,
  leaderPassword,
} from './demo.ts'
export { beginGuess } from './guesses.ts'
export { isWeaker, strongestFactor } from './login/login.rules.ts'
export { renewFactors } from './login/login.sealed.ts'
export { endSession } from './me/me.queries.ts'
export { menuTitle } from './me/nav.queries.ts'
export { networkOf } from './network.ts'
export { operationIdSent } from './once.rules.ts'
export { type RunOnce, runOnce } from './once.service.ts'
export { type OwnFactor, ownFactor, sendOwnCode, spendOwnCode } from './ownCode.ts'
export { dropPasskeys } from './passkeys/passkeys.queries.ts'
export {
  bindLink,
  dropLinks,
  fetchCodes,
  keptHash,
  linkHashOf,
  linkPath,
  type NewLink,
  newCode,
  newLink,
  putLinks,
  renewCodes,
  renewLink,
  type ShownCode,
  voidCredentials,
} from './passwordLinks/index.ts'
export { maskNumber, maskPhone, type Phone, readPhone } from './phone.ts'
export {
  addressesOf,
  discover,
  endProviderSessions,
  noteCheck,
  openProviderSecret,
  ProviderProblem,
  providerName,
  providerOf,
  renewProviderSecrets,
  sealProviderSecret,
  serveProviderLogout,
  takeUngiven,
  usualGroupsClaim,
  usualScopes,
} from './provider/index.ts'
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
  mayMore,
  menuNames,
  menusAbove,
  type Rights,
  rightsByRole,
  rightsOfRoles,
  standingOf,
  together,
} from './rights/index.ts'
export { builtInRoles } from './roles.ts'
export { isAct, onlyLooking, refuseAct, seenAs } from './seeAs/index.ts'
export { authenticate, endWeakerSessions, openSession, staffOfSession, staffOfSessions } from './session.ts'
export { type KeptSessions, openSessionCache } from './sessionCache.ts'
export {
  beginSetup,
  endSetupForSimulation,
  forgetKnowers,
  type GivenAlone,
  hasFactor,
  inSetup,
  noteGiven,
  ownSince,
  type SetupEnded,
  setupKinds,
  withholdRoles,
} from './setup/index.ts'
export { rightCode, spendCode } from './sms/sms.codes.ts'
export type { SmsProvider } from './sms/sms.message.ts'
export { smsProvider } from './sms/sms.provider.ts'
export { isCode } from './sms/sms.rules.ts'
export { type SmsServices, sendTo as sendSmsTo } from './sms/sms.service.ts'
export {
  aloneUntil,
  endsAlone,
  putOn,
  refuseStopped,
  resumeKind,
  type Stoppable,
  Stopped,
  stopApproval,
  stopped,
  stoppedNow,
  stoppedOf,
  stopQueries,
  stopTodo,
  type Thing,
  takeOff,
} from './stops/index.ts'
export { countTry, mayTry } from './throttle.ts'

export type AccessServices = {
  params: Params
  config: Config
  seals: Seals
  sms: SmsProvider
  notifier: Notifier
  todos: readonly Todo[]
  /** The key of the newest published landing page; empty if there is none. */
  landingPageKey: () => Promise<string>
  /** What becomes of accounts that were given rights alone. */
  setupEnded: SetupEnded
  /** Whether the simulated app runs. */
  simulates: () => boolean
}

/** Log-in, the session, and what belongs to the signed-in user. */
export const accessRoutes = ({
  params,
  config,
  seals,
  sms,
  notifier,
  todos,
  landingPageKey,
  setupEnded,
  simulates,
}: AccessServices): Served[] => [
  ...loginRoutes({
    params,
    config,
    seals,
    provider: sms,
    smsSends: config.SMS_PROVIDER !== 'console',
    party: relyingParty(config),
    landingPageKey,
    setupEnded,
    simulates,
  }),
  ...securityRoutes({
    params,
    seals,
    sms,
    notifier,
    smsSends: config.SMS_PROVIDER !== 'console',
    party: relyingParty(config),
  }),
  ...providerRoutes({ params, config, seals, landingPageKey, setupEnded }),
  ...meRoutes({ params, sms }),
  ...navRoutes,
  ...seeAsRoutes,
  ...viewRoutes,
  ...homeRoutes(todos),
  ...smsRoutes({ params, provider: sms }),
]
