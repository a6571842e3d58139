// Numbers fixed by the specification (sections 5 and 9); parameters are not here.

export const limits = {
  tokenCookieDays: 365,
  messageMilliseconds: 5_000,
  mobileBreakpoint: 1_024,
  submenuShowMilliseconds: 200,
  roleListSize: 100,
  pageSize: 200,
  exactTotal: 10_000,
  imageBytes: 2 * 1024 * 1024,
  imagePixels: 400,
  giftPicturesMin: 6,
  giftPicturesMax: 10,
  giftName: 20,
  messageText: 500,
  advertText: 100,
  agencyName: 50,
  agencyAccountMin: 8,
  agencyAccountMax: 50,
  agencyPasswordMin: 8,
  agencyPasswordMax: 15,
  loginPasswordMin: 5,
  verificationCode: 6,
  captcha: 6,
  grantPerOperation: 10_000_000,
  sellMin: 2_000,
  sellMax: 1_000_000,
  agentExtraPercent: 30,
  batch: 200,
  bulk: 10_000,
} as const

/** Paid room rates in tokens per minute (spec section 9). */
export const roomRates = [30, 60, 120] as const
