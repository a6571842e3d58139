// The maker's half of new passwords, as calls answer it.
export type Link = { username: string; token: string }

/** The links in an answer; none if the call returns none. */
export function linksOf(answer: unknown): Link[] {
  if (typeof answer !== 'object' || answer === null || !('links' in answer)) return []
  return Array.isArray(answer.links) ? (answer.links as Link[]) : []
}
