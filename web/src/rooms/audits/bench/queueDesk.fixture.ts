// Reviews as returned by the server, for the tests of this folder.
import type { Review } from './queueDesk.ts'

/** A review by its number. */
export const review = (number: number, more: Partial<Review> = {}): Review => ({
  reviewId: `r${number}`,
  itemId: `i${number}`,
  kind: 'photo',
  text: '',
  pictureUrls: [`https://app.example.com/${number}.jpg`],
  score: 0.5,
  labels: [],
  state: 'not audited',
  submittedAt: '2026-01-01T00:00:00.000Z',
  user: {
    userId: number,
    nickname: `Person ${number}`,
    avatarUrl: '',
    sex: 'woman',
    country: 'BR',
    language: 'en',
    level: 1,
    state: 'normal',
    certified: false,
  },
  certifiedPictureUrls: [],
  certifiedItemId: null,
  appeal: null,
  waitingSince: '2026-01-01T00:00:00.000Z',
  claimedUntil: '2026-01-01T00:10:00.000Z',
  alike: 0,
  ...more,
})

export const reviews = (from: number, to: number): Review[] =>
  Array.from({ length: to - from + 1 }, (_, at) => review(from + at))
