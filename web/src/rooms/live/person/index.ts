// What the Live room brings to a person's page, each part loaded when it's looked at.
export const panels = {
  calls: () => import('./Calls.tsx'),
  broadcasts: () => import('./Broadcasts.tsx'),
  gifts: () => import('./Gifts.tsx'),
  forbids: () => import('./Forbids.tsx'),
}
