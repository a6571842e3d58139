// What the Audit room brings to a person's page, each part loaded when it's looked at.
export const panels = {
  content: () => import('./Content.tsx'),
  reports: () => import('./Reports.tsx'),
}
