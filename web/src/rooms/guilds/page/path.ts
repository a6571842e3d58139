// Where a guild's page is (spec section 2): its id decides, the name only tells the reader.

/** A segment of a path; one of nothing but dots would be taken for a way upwards. */
const segment = (text: string) => (/^\.{1,2}$/.test(text) ? '-' : encodeURIComponent(text))

/** @param tab the part that is shown; the first where it is left out. */
export const guildPath = ({ guildId, name }: { guildId: number; name: string }, tab?: string): string =>
  `/sociaty/SociatyManageDetail/${guildId}/${segment(name)}/${guildId}${tab === undefined ? '' : `?tab=${tab}`}`
