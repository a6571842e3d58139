export { type LogEntry, record, recordMany, withoutSecrets } from './record.ts'
