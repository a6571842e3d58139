// The address of a guild's page (spec section 2): its id identifies it, the name is for the reader.

/** A path segment; one of only dots would mean the parent path. */
const segment = (text: string) => (/^\.{1,2}$/.test(text) ? '-' : encodeURIComponent(text))

/** @param tab the shown part; by default the first. */
export const guildPath = ({ guildId, name }: { guildId: number; name: string }, tab?: string): string =>
  `/sociaty/SociatyManageDetail/${guildId}/${segment(name)}/${guildId}${tab === undefined ? '' : `?tab=${tab}`}`
