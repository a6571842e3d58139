// The picture of a receipt: the proof of a payment in the village.
import { fileUpload } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import type { Staff } from '../../server/src/kit/calls/context.ts'
import { contextAt, type VillageServices } from './context.ts'

const line = (y: number, label: string, value: string) =>
  `<text x="40" y="${y}" fill="#667">${label}</text><text x="440" y="${y}" text-anchor="end" fill="#112">${value}</text>`

const drawing = (reference: string, at: Date) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="480" height="320" font-family="sans-serif" font-size="20">
    <rect width="480" height="320" fill="#f4f6f8"/><rect x="20" y="20" width="440" height="280" rx="12" fill="#fff"/>
    <circle cx="240" cy="80" r="30" fill="#1f9d63"/>
    <path d="M226 80l10 11 19-21" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/>
    <path d="M40 140h400" stroke="#dde" stroke-width="2"/>
    ${line(180, 'Transfer', 'Completed')}${line(220, 'Reference', reference)}
    ${line(260, 'Date', at.toISOString().slice(0, 10))}
  </svg>`

/** Uploads a receipt. @returns its file's id */
export async function receipt(
  services: VillageServices,
  payer: Staff,
  at: Date,
  reference: string,
  purpose: 'paymentProof' | 'purchaseProof' = 'paymentProof',
): Promise<string> {
  const { default: sharp } = await import('sharp')
  const file = await sharp(Buffer.from(drawing(reference, at)))
    .png()
    .toBuffer()
  const served = services.served(fileUpload.name)
  if (!served) throw new Error(`${fileUpload.name} is not served`)
  // The multipart reader adds the file to the parsed payload.
  const payload = { purpose, file }
  const { fileId } = (await served.handle(contextAt(services, fileUpload, payer, at), payload)) as Answer<
    typeof fileUpload
  >
  return fileId
}
