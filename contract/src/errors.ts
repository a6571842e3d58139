// The error catalogue: every code the server may answer, by name. Imports nothing; the login page ships it too.

export const catalogue = {
  serverBusy: { code: 10001, group: 'General', meaning: 'server busy' },
  accountFrozen: { code: 10005, group: 'General', meaning: 'account frozen' },
  authenticationFailed: { code: 10007, group: 'General', meaning: 'authentication failed' },
  tooFast: { code: 10008, group: 'General', meaning: 'too fast' },
  illegalRequest: { code: 10009, group: 'General', meaning: 'illegal request' },
  permissionDenied: { code: 10026, group: 'General', meaning: 'permissions error' },
  duplicateData: { code: 10027, group: 'General', meaning: 'data duplication' },
  userNameExists: { code: 10028, group: 'General', meaning: 'user name exists' },
  roleExists: { code: 10029, group: 'General', meaning: 'role exists' },
  serverNotConnected: { code: 10030, group: 'General', meaning: 'server not connected' },
  resourceNotFound: { code: 10032, group: 'General', meaning: 'resource does not exist' },
  ruleForbids: { code: 1000002, group: 'General', meaning: 'illegal request' },
  smsLimitTryTomorrow: { code: 11001, group: 'SMS and verification', meaning: 'SMS limit, try tomorrow' },
  smsFailed: { code: 11002, group: 'SMS and verification', meaning: 'SMS failed' },
  smsNeededToLogIn: { code: 11003, group: 'SMS and verification', meaning: 'SMS authentication needed for login' },
  verificationCodeInvalid: { code: 12001, group: 'SMS and verification', meaning: 'code invalid' },
  verificationCodeWrong: { code: 12002, group: 'SMS and verification', meaning: 'code wrong' },
  phoneWrong: { code: 12003, group: 'SMS and verification', meaning: 'phone wrong' },
  accountNameInvalid: { code: 12004, group: 'SMS and verification', meaning: 'account input error' },
  wrongAccountOrPassword: { code: 12005, group: 'SMS and verification', meaning: 'wrong account or password' },
  accountDisabled: { code: 12006, group: 'SMS and verification', meaning: 'account disabled' },
  passwordTooSimple: { code: 12007, group: 'SMS and verification', meaning: 'password complexity' },
  verificationCodeNeededToLogIn: {
    code: 290010,
    group: 'SMS and verification',
    meaning: 'verification code needed to log in',
  },
  verificationFailed: { code: 1000027, group: 'SMS and verification', meaning: 'verification failed' },
  smsDailyLimit: { code: 1000174, group: 'SMS and verification', meaning: 'SMS daily limit' },
  smsHourlyLimit: { code: 1000175, group: 'SMS and verification', meaning: 'SMS hourly limit' },
  smsTooFrequent: { code: 1000104, group: 'SMS and verification', meaning: 'code sent too frequently' },
  administratorProtected: { code: 13001, group: 'Deletion', meaning: 'administrator cannot be deleted' },
  systemMenuProtected: { code: 13002, group: 'Deletion', meaning: 'system menu cannot be deleted' },
  menuHasSubMenus: { code: 13003, group: 'Deletion', meaning: 'sub-menu blocks deletion' },
  repeatNotAllowed: { code: 20000, group: 'User', meaning: 'repeat operation not allowed' },
  onlyWomenMayBeAdded: { code: 20001, group: 'User', meaning: 'only women may be added' },
  userNotFound: { code: 21001, group: 'User', meaning: 'user does not exist' },
  wrongUserIdIncluded: { code: 290005, group: 'User', meaning: 'wrong user ID included' },
  guildNameTaken: { code: 30001, group: 'Agency', meaning: 'duplicate agency name' },
  leaderOfAnotherGuild: { code: 30002, group: 'Agency', meaning: 'leader bound to another guild' },
  guildDissolved: { code: 30003, group: 'Agency', meaning: 'dissolved' },
  guildBanned: { code: 30004, group: 'Agency', meaning: 'banned' },
  leaderIdNotFound: { code: 30005, group: 'Agency', meaning: 'leader ID not found' },
  applicationUnderReview: { code: 30006, group: 'Agency', meaning: 'application under review' },
  phoneAndIdMismatch: { code: 30007, group: 'Agency', meaning: 'phone and ID mismatch' },
  guildIdError: { code: 30008, group: 'Agency', meaning: 'ID error' },
  alreadyInAnotherGuild: { code: 30009, group: 'Agency', meaning: 'already in another guild' },
  phoneEmpty: { code: 30010, group: 'Agency', meaning: 'phone empty' },
  otherPhoneUnbound: { code: 30011, group: 'Agency', meaning: "other side's phone unbound" },
  otherHasNoCover: { code: 30012, group: 'Agency', meaning: 'other side has no cover' },
  accountCannotBeAdded: { code: 30013, group: 'Agency', meaning: 'account cannot be added' },
  guildNameEmptyOrTooLong: { code: 30014, group: 'Agency', meaning: 'name empty or over 50 characters' },
  realNameEmpty: { code: 30015, group: 'Agency', meaning: 'real name empty' },
  guildIdNotFound: { code: 30016, group: 'Agency', meaning: 'ID does not exist' },
  memberCannotCreateGuild: { code: 30017, group: 'Agency', meaning: 'cannot create while a member' },
  emailFormatInvalid: { code: 30018, group: 'Agency', meaning: 'bad email format' },
  phoneTaken: { code: 30019, group: 'Agency', meaning: 'phone taken' },
  generalAgencyMissing: { code: 30020, group: 'Agency', meaning: 'general agency missing' },
  registrationCodeWrong: { code: 30021, group: 'Agency', meaning: 'wrong registration code' },
  phoneFormatInvalid: { code: 30022, group: 'Agency', meaning: 'bad phone format' },
  channelExists: { code: 40001, group: 'Channel and withdrawal', meaning: 'channel exists' },
  withdrawalNotFound: { code: 50001, group: 'Channel and withdrawal', meaning: 'withdrawal request not found' },
  followAuditProcedure: { code: 50002, group: 'Channel and withdrawal', meaning: 'follow the audit procedure' },
  tokensInsufficient: { code: 60001, group: 'Balance', meaning: 'token insufficient' },
  bonusInsufficient: { code: 60002, group: 'Balance', meaning: 'bonus insufficient' },
  balanceInsufficient: { code: 11005, group: 'Balance', meaning: 'insufficient balance' },
  diamondsInsufficient: { code: 1000124, group: 'Balance', meaning: 'diamond insufficient' },
  reasonEmpty: { code: 11004, group: 'Balance', meaning: 'reason empty' },
  giftNameTooLong: { code: 70001, group: 'Gift', meaning: 'name over 20 characters' },
  giftNoContinuousSend: { code: 70002, group: 'Gift', meaning: 'no continuous send' },
  giftNoFloatingScreen: { code: 70003, group: 'Gift', meaning: 'no floating screen' },
  giftTooFewPictures: { code: 70004, group: 'Gift', meaning: 'at least 6 pictures' },
  giftTooManyPictures: { code: 70005, group: 'Gift', meaning: 'at most 10' },
  giftCountNotEven: { code: 70006, group: 'Gift', meaning: 'count must be even' },
  giftCountWrong: { code: 70007, group: 'Gift', meaning: 'wrong count' },
  downloadCountInvalid: { code: 70009, group: 'Gift', meaning: 'enter a correct download count' },
  userTypeUnsupported: { code: 80001, group: 'Messages', meaning: 'unsupported user type' },
  messageTypeUnsupported: { code: 80002, group: 'Messages', meaning: 'unsupported message type' },
  sendTypeUnsupported: { code: 80003, group: 'Messages', meaning: 'unsupported send type' },
  messageTextEmpty: { code: 80004, group: 'Messages', meaning: 'text empty' },
  messageTextOrLinkEmpty: { code: 80007, group: 'Messages', meaning: 'text/link empty' },
  messageTextOrPictureEmpty: { code: 80008, group: 'Messages', meaning: 'text/picture empty' },
  messageTextPictureOrLinkEmpty: { code: 80009, group: 'Messages', meaning: 'text/picture/link empty' },
  messageTooLong: { code: 80010, group: 'Messages', meaning: 'over 500 characters' },
  sendTimeInPast: { code: 80011, group: 'Messages', meaning: 'send time must not be in the past' },
  messageLockedBeforeRelease: {
    code: 80012,
    group: 'Messages',
    meaning: 'no change within half an hour before release',
  },
  advertTooLong: { code: 90001, group: 'Misc', meaning: 'advert over 100 characters' },
  sortNumberTaken: { code: 90002, group: 'Misc', meaning: 'sort number repeated' },
  giftIdWrong: { code: 90003, group: 'Misc', meaning: 'wrong gift ID' },
  grantAmountWrong: { code: 90004, group: 'Misc', meaning: 'wrong donated token amount' },
  grantKindWrong: { code: 90005, group: 'Misc', meaning: 'wrong donation type' },
  disableOtherFirst: { code: 90006, group: 'Misc', meaning: 'disable the other enabled item first' },
  exportFailed: { code: 100001, group: 'Misc', meaning: 'Excel export failed' },
  agentNotFound: { code: 400001, group: 'Top-up agent', meaning: 'agent info not found' },
  agentNotApproved: { code: 400002, group: 'Top-up agent', meaning: 'agent not approved' },
  topUpAmountAbnormal: { code: 400003, group: 'Top-up agent', meaning: 'abnormal recharge amount' },
} as const

export type ErrorName = keyof typeof catalogue
export type ErrorCode = (typeof catalogue)[ErrorName]['code']

type Codes = { readonly [Name in ErrorName]: (typeof catalogue)[Name]['code'] }

// Called as pure functions, so that a page that uses neither table ships neither them nor the catalogue.
const codesByName = () => Object.fromEntries(Object.entries(catalogue).map(([name, { code }]) => [name, code])) as Codes
const meaningsByCode = () => new Map<number, string>(Object.values(catalogue).map((e) => [e.code, e.meaning]))

/** Name to code: `codes.serverBusy` is 10001, typed as that very number. */
export const codes = /* @__PURE__ */ codesByName()

/** Code to English meaning, as `errorMsg` carries it. */
export const errorMeaning: ReadonlyMap<number, string> = /* @__PURE__ */ meaningsByCode()

/** An `errorCode` among these clears the browser's session and reloads. */
export const sessionEndingCodes: readonly number[] = [10007]

/** The same for the envelope's own `code`; they aren't catalogue codes. */
export const sessionEndingBodyCodes: readonly number[] = [50012, 50014]
