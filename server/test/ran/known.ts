// Places with SQL that no test needs to run, by file and name, and why.

export const known: Readonly<Record<string, string>> = {
  'backup/beforeUpdate.ts backUp.taken': 'the disk becomes full while it is backed up, in a process of its own',
  'backup/beforeUpdate.ts completeIn.names': 'files, not SQL: a folder that is not there yet',
  'backup/beforeUpdate.ts nearest.found': 'files, not SQL: a folder that is not there yet',
  'backup/take.ts lastBackup.ids': 'files, not SQL: a place of backups that cannot be read',
  'app/app.alarms.ts defineAlarms.units': 'tells of a moment that nobody could be told of',
  'kit/database/pulse.ts openPulse.looking': 'asks several hosts each second: whole servers, which their tests start',
  'kit/standby/failover.ts notYet': 'a connection that a pooler or a race leads to the old primary, or to a standby',
  'kit/standby/hosts.ts openHosts.look': 'as openPulse.looking',
  'kit/standby/replica.ts openReplica.hasAll.late': 'a replica that accepts a question and never answers',
  'kit/standby/replica.ts openReplica.timer': 'looks every ten seconds: `look` itself is run',
  'kit/database/unreachable.ts untilReachable': 'whole servers on an embedded database, which their tests kill',
  'rooms/moving/moving.kind.ts postAll': 'a posting that is refused though its owner had not moved: two at once',
  'app/simulationStore.ts markFilled': 'after three months of the village, which the browser tests run',
}
