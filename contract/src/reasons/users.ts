export const users = {
  'user.unknown': ['ids'],
  'user.whitelisted': [],
  'user.banned': [],
  'user.notBanned': [],
  'user.flagged': [],
  'user.notFlagged': [],
  'device.whitelisted': [],
  'device.banned': [],
  'device.notBanned': [],
  'contact.none': [],
} as const
