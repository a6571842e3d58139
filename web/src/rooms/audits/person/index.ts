// The Audit room's parts of a user's page, each loaded when opened.
export const panels = {
  content: () => import('./Content.tsx'),
  reports: () => import('./Reports.tsx'),
}
