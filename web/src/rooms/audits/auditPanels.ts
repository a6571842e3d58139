// The Audit room's parts of a user's page, each loaded when opened.
export const panels = {
  content: () => import('./PersonAudits.tsx').then(({ Content }) => ({ default: Content })),
  reports: () => import('./PersonAudits.tsx').then(({ Reports }) => ({ default: Reports })),
}
