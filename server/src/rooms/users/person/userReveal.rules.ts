// Phone numbers and e-mail addresses: masked for everyone, full for those with the permission.
import { maskNumber } from '../../../access/index.ts'

export type Contact = { area_code: string; phone: string; email: string }
export type ContactField = 'phone' | 'email'

const area = (code: string) => (code === '' ? '' : `+${code} `)

/** `+86 138****1234`; empty when there is none. */
export const maskedPhone = ({ area_code, phone }: Contact): string =>
  phone === '' ? '' : `${area(area_code)}${maskNumber(phone)}`

/** `a****@example.com`: the domain and at most the first letter stay; empty when there is none. */
export function maskedEmail({ email }: Contact): string {
  if (email === '') return ''
  const at = email.lastIndexOf('@')
  const [first = ''] = at > 1 ? email : ''
  return `${first}****${at === -1 ? '' : email.slice(at)}`
}

/** The full value; empty if there is none. */
export const fullContact = (contact: Contact, field: ContactField): string =>
  field === 'email' ? contact.email : contact.phone === '' ? '' : `${area(contact.area_code)}${contact.phone}`
