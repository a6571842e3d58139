export { ensureLogMonths } from './months.ts'
export { type LogEntry, record, recordMany, withoutSecrets } from './record.ts'
export { sealLog } from './seal.ts'
export { type Verification, verifyLog } from './verify.ts'
