// Backups of the embedded database and its files, and restores from them.

export { keepNewest } from './backup.keep.ts'
export { checkAll, restore } from './backup.restore.ts'
export { beforeUpdateOf } from './beforeUpdate.ts'
export { BackupProblem } from './problem.ts'
export { openShipper } from './shipper.ts'
export { lastBackup, sendLog, takeBackup } from './take.ts'
export { openTarget, type Target, targetOf } from './target.ts'
export { bury, buryIn, tombstonesOf } from './tombstones.ts'
