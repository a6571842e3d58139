// Authenticator secrets are encrypted in the database.
import { type Renew, renewalOf, type Seals } from '../../kit/encryption/index.ts'

const ownerOf = (staffId: number) => `staff ${staffId}`

export const sealFactor = (seals: Seals, staffId: number, secret: string): string =>
  seals.seal(secret, ownerOf(staffId))

/** @throws SealProblem if the key is missing. */
export const openFactor = (seals: Seals, staffId: number, sealed: string): string =>
  seals.open(sealed, ownerOf(staffId))

/** Of accounts, and of those that are being bound. */
export const renewFactors: readonly Renew[] = [
  renewalOf<{ id: number }>({
    table: 'access.staff',
    column: 'google_secret',
    by: ['id'],
    owner: ({ id }) => ownerOf(id),
  }),
  renewalOf<{ staff_id: number }>({
    table: 'access.login_challenge',
    column: 'secret',
    by: ['staff_id'],
    owner: ({ staff_id: id }) => ownerOf(id),
  }),
]
