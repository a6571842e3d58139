// Formats numbers and money. Money is an integer in its smallest unit everywhere but here.

const locales: Record<string, string> = { en: 'en-US', cn: 'zh-CN', zh_tw: 'zh-TW' }

/** The browser's name for one of our languages. */
export const localeOf = (language: string) => locales[language] ?? language

const formatters = new Map<string, Intl.NumberFormat>()

// Creating a formatter costs a hundred times its use, so it is reused.
function formatter(language: string, options: Intl.NumberFormatOptions) {
  const key = `${language}${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(localeOf(language), { numberingSystem: 'latn', ...options })
  formatters.set(key, made)
  return made
}

/** `17 days`, `2.5 hr`: a tenth only below ten. */
export const inUnit = (value: number, unit: 'second' | 'minute' | 'hour' | 'day', language: string) =>
  formatter(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: Math.abs(value) < 10 && unit !== 'second' ? 1 : 0,
  }).format(value)

/** `12,345`. */
export const integer = (value: number, language: string) =>
  formatter(language, { maximumFractionDigits: 0 }).format(value)

/** Basis points as a percentage: 1234 is `12.34%`. */
export const percent = (basisPoints: number, language: string) =>
  formatter(language, { style: 'percent', minimumFractionDigits: 0, maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  )

/** Splits an integer amount without floating point: 2^53 micros keep every digit. */
function decimals(amount: number, digits: number, shown: number, language: string) {
  const negative = amount < 0
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const units = BigInt(text.slice(0, -digits))
  const fraction = text.slice(-digits).replace(/0+$/, '').padEnd(shown, '0')
  const grouped = formatter(language, { maximumFractionDigits: 0 }).format(units)
  return `${negative ? '-' : ''}${grouped}.${fraction}`
}

/** Tokens, bonus and points are whole numbers. */
export const tokens = integer
export const bonus = integer

/** The sign of a negative amount stands before the currency. */
const dollars = (amount: string) => (amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`)

/** `$12,345.60` for 1234560 cents. */
export const usd = (cents: number, language: string) => dollars(decimals(cents, 2, 2, language))

/** `$12.50` for 12,509,999 micros: whole cents, rounded down as settlements round. */
export const usdFloor = (micros: number, language: string) => usd(Math.floor(micros / 10_000), language)

/** `$12.50` for 12,500,000 micros; as many digits as the amount has, two at least. */
export const usdMicros = (micros: number, language: string) => dollars(decimals(micros, 6, 2, language))

/** `$12.500000`: all six, so that the amounts of a column stand below each other. */
export const usdExact = (micros: number, language: string) => dollars(decimals(micros, 6, 6, language))
export const usdtExact = (micros: number, language: string) => `${decimals(micros, 6, 6, language)} USDT`

/** USDT without the unit, where everything is USDT. */
export const usdtAlone = (micros: number, language: string) => decimals(micros, 6, 2, language)

/** `12.50 USDT`; as many digits as the amount has, two at least. */
export const usdt = (micros: number, language: string) => `${usdtAlone(micros, language)} USDT`

/** `1.4 MB`, by powers of 1,024. */
export function bytes(value: number, language: string) {
  const units = ['B', 'KB', 'MB', 'GB'] as const
  const power = Math.min(units.length - 1, value > 0 ? Math.floor(Math.log2(value) / 10) : 0)
  const amount = formatter(language, { maximumFractionDigits: power === 0 ? 0 : 1 }).format(value / 1024 ** power)
  return `${amount} ${units[power]}`
}

/** An amount in the smallest unit of any currency: `€9.29` for 929 EUR cents, `¥500` for 500 yen. */
export function money(minor: number, currency: string, language: string): string {
  const format = formatter(language, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(minor / 10 ** digits)
}
