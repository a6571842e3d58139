// Told outside the screens. A moment (contract, moments) → whom it is about → a letter for each way, in the moment's transaction
// (`Notifier.tell`) → the outbox sends it, tries again, gives up after a day.
export {
  type AlarmRow,
  alarmsSince,
  clearFault,
  type FaultKind,
  type FindingKind,
  faultsSince,
  findingOf,
  noteFault,
  noteFinding,
  standing,
  sweepAlarms,
  sweepFaults,
} from './alarms.queries.ts'
export type { Found } from './alarms.rules.ts'
export { type AlarmSource, lookAtAlarms, wordsOfAlarm } from './alarms.service.ts'
export { type Letter, type Way } from './notify.letter.ts'
export { type Mailer, openMailer } from './notify.mail.ts'
export { type NotifyOutbox, openNotifyOutbox, type Sender } from './notify.outbox.ts'
export {
  type DeadMessage,
  deadMessages,
  deadSince,
  type Kept,
  lockDead,
  sweepMessages,
  wakeDead,
  waysNow,
  withdraw,
} from './notify.queries.ts'
export { keptAnswer, maskMail, type Outcome } from './notify.rules.ts'
export { mailTo, type Notifier, openNotifier, renewMessages, type Told, type Ways } from './notify.service.ts'
export { notifyRoutes } from './reader.routes.ts'
export { sweepMoments, sweepNotices, type Untold } from './told.queries.ts'
export { type Asked, dollars, type Telling, tell, tellWaiting } from './told.service.ts'
export { encryptFor, forget as forgetBrowser, type Pushed, type PushServices, renewPush } from './webPush.service.ts'
