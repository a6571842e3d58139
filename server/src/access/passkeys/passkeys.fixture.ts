// A software authenticator: makes passkeys and signs with them as browsers do, and wrongly on demand.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Of CBOR (RFC 8949) what attestations hold: small integers, texts, bytes and maps. */
function encode(value: Cbor): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length])
    return length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  }
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [encode(key), encode(one)])])
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const text = (bytes: Buffer): string => bytes.toString('base64url')

type Asked = { challenge: string; options: Record<string, unknown> }

/** What may be wrong about an answer. */
export type Faults = {
  origin?: string
  challenge?: string
  verified?: boolean
  counter?: number
  signature?: Buffer
  userHandle?: string
  type?: string
}

export type SoftPasskey = ReturnType<typeof softPasskey>

/** A passkey of `host`, which counts its uses unless `counts` is 0. */
export function softPasskey({ host = 'localhost', origin = 'http://localhost:8080' } = {}) {
  const id = randomBytes(32)
  const { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  const jwk = publicKey.export({ format: 'jwk' })
  let uses = 0
  let handle: string | undefined

  const clientData = (type: string, asked: Asked, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? asked.options['challenge'],
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (flags: number, { verified = true, counter = uses }: Faults) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([flags | 1 | (verified ? 4 : 0)]), count])
  }
  const common = { id: text(id), rawId: text(id), type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id: text(id),
    /** `navigator.credentials.create` */
    make(asked: Asked, faults: Faults = {}) {
      const user = asked.options['user']
      handle = typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : undefined
      const key = encode(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(jwk.x ?? '', 'base64url')],
          [-3, Buffer.from(jwk.y ?? '', 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = Buffer.concat([authenticatorData(0x40, faults), attested])
      const attestation = encode(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        ...common,
        response: {
          clientDataJSON: text(clientData('webauthn.create', asked, faults)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      }
    },
    /** `navigator.credentials.get` */
    sign(asked: Asked, faults: Faults = {}) {
      uses++
      const data = clientData('webauthn.get', asked, faults)
      const authData = authenticatorData(0, faults)
      const signature = faults.signature ?? sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authData),
          signature: text(signature),
          userHandle: faults.userHandle ?? handle,
        },
      }
    },
  }
}
