/** Set where the portal was shown last. The server reads it, and sends what this shell needs ahead. */
export const portalCookie = 'portal'
