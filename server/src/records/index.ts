// The door of ordinary records: how a room declares a screen of rows that staff list, edit, switch and delete.
export { addRow, changeRows, createdBy, lockAt, lockRows } from './changes.ts'
export { equals, holds, search } from './filters.ts'
export { serveRecord, serveRecords } from './lists.ts'
export { present, type Resource, type Row, resource, switches } from './resource.ts'
export { columnsOf, serveDelete, serveSwitch, serveUpdate } from './verbs.ts'
