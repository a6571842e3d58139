// The Audit room's parts of a user's page, each loaded when opened.
export const panels = {
  content: () => import('./Reports.tsx').then(({ Content }) => ({ default: Content })),
  reports: () => import('./Reports.tsx').then(({ Reports }) => ({ default: Reports })),
}
