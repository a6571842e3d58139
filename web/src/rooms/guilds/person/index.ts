// What the Guild room brings to a person's page, loaded when it's looked at.
export const panels = { guild: () => import('./Guild.tsx') }
