// What an app version is, and which build may follow which.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { versionList, versionUpdate } from '@greenroom/contract/system'
import type { VersionRow } from './queries.ts'

type Shown = RecordOf<typeof versionList>

/** The row in the contract's words, as the log keeps it. */
export const versionOf = (row: VersionRow) => ({
  id: row.id,
  app: row.app,
  name: row.name,
  build: row.build,
  address: row.address,
  description: row.description,
  mandatory: row.mandatory,
  sharePercent: row.share_percent,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

/** `mayWrite`: the caller's role has the menu read-write. */
export const shown = (row: VersionRow, mayWrite: boolean): Shown => ({
  ...versionOf(row),
  can: mayWrite ? { update: true, delete: true } : { update: 'readOnly', delete: 'readOnly' },
})

/** The fields an update sets, named as the payload names them: for comparing yours with theirs. */
export const editable = (row: VersionRow): Omit<Parsed<typeof versionUpdate>, 'id' | 'version'> => ({
  name: row.name,
  address: row.address,
  description: row.description,
  mandatory: row.mandatory,
  sharePercent: row.share_percent,
})

/**
 * Phones choose by build, so one that is not above the app's newest would never be offered to anybody. The same build
 * twice is a duplicate; one below the newest is a slip.
 */
export const buildFits = (build: number, newest: number | null): boolean => newest === null || build > newest
