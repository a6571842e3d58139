// Reasons of reports: the codes an app sends in `report.created`.

/** Their texts are `moderation:options.reportReason`. An app may send other codes or free text, which are shown unchanged. */
export const reportReasons = [
  'nudity',
  'scam',
  'abuse',
  'underage',
  'spam',
  'impersonation',
  'violence',
  'illegal',
  'harassment',
  'other',
] as const
