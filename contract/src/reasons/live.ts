export const live = {
  'forbid.already': [],
  'forbid.over': [],
  'forbid.otherBroadcast': [],
  'forbid.hours': ['hours'],
  'live.never': [],
  'live.notFound': [],
  'live.endedByStaff': [],
  'live.endedSilent': [],
  'live.ended': [],
  'live.endedFor': ['reason'],
  'live.whoOfTwo': [],
  'live.notOfIt': [],
} as const
