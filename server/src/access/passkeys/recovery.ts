// Recovery codes: each stands for a lost passkey or authenticator once.
import { plainTyped } from '@greenroom/contract/digits'
import { hashToken, newText } from '../../kit/random.ts'

export const recoveryCodes = 10

/** Without letters and digits that look alike. 16 of them are 78 random bits: nobody guesses one, and a stolen hash gives none away. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 16

/** In groups of four, as people copy them. */
export const newRecoveryCode = (): string => newText(length, letters).replace(/(.{4})(?=.)/g, '$1-')

/** As stored, however it was typed: with other dashes, spaces or capitals. */
export const hashRecoveryCode = (staffId: number, typed: string): Buffer =>
  hashToken(
    `staff ${staffId} ${plainTyped(typed)
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, '')}`,
  )

/** Whether this may be a recovery code rather than one of an authenticator. */
export const looksLikeRecovery = (typed: string): boolean => typed.replaceAll(/[^\p{L}\p{N}]/gu, '').length === length
