// Backups of the embedded database and its files, and restores from them.

export { keepNewest } from './keep.ts'
export { BackupProblem } from './problem.ts'
export { checkAll, restore } from './restore.ts'
export { openShipper } from './shipper.ts'
export { sendLog, takeBackup } from './take.ts'
export { openTarget, type Target, targetOf } from './target.ts'
