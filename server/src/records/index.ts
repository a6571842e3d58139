// The public interface of ordinary records: declaring rows that staff list, edit, switch and delete, and filters of any list.
export { addRow, changeRows, createdBy, deleteRows, lockAt, lockRows } from './changes.ts'
export { declared } from './declared.ts'
export {
  among,
  amongIds,
  equals,
  type Filter,
  type Filters,
  flag,
  holds,
  type IdsFilter,
  idsWithout,
  type ListFilters,
  named,
  narrow,
  narrowedPage,
  ofUsers,
  search,
  span,
  spanOfIds,
} from './filters.ts'
export { serveRecord, serveRecords } from './records.lists.ts'
export { present, type Resource, type Row, resource, switches } from './records.resource.ts'
export { inTexts, namedInTexts, textsOf } from './texts.ts'
export { serveDelete, serveSwitch } from './verbs.ts'
