import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { type CborValue, encode } from '../../src/formats/cbor/index.ts';

/** Bits of the flags in authenticator data (WebAuthn Level 3, 6.1). */
const PRESENT = 1;
const VERIFIED = 4;
const BACKUP_ELIGIBLE = 8;
const BACKED_UP = 16;
const ATTESTED = 64;

export interface Behaviour {
  readonly origin: string;
  /** False for an authenticator that did not check a PIN or a finger. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly crossOrigin?: boolean;
}

interface Options {
  readonly challenge: string;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

function uint(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
}

const clientData = (type: string, { challenge }: Options, { origin, crossOrigin = false }: Behaviour) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

/** An authenticator with one key, in software. It answers whatever it is asked, also what a real one would refuse. */
export function softAuthenticator({ domain = 'localhost', isSynced = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const authenticatorData = (
    { isVerified = true, counter: given }: Behaviour,
    attested = Buffer.alloc(0),
  ) => {
    counter = given ?? counter + 1;
    const flags =
      PRESENT |
      (isVerified ? VERIFIED : 0) |
      (isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0) |
      (attested.length > 0 ? ATTESTED : 0);
    const domainHash = hash('sha256', domain, 'buffer');
    return Buffer.concat([domainHash, Buffer.from([flags]), uint(counter, 4), attested]);
  };

  return {
    id: base64url(id),

    /** RegistrationResponseJSON */
    create(options: Options, behaviour: Behaviour) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, encode(key)]);
      const authData = new Uint8Array(authenticatorData(behaviour, attested));
      const attestationObject = encode(
        new Map<string, CborValue>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, behaviour)),
          attestationObject: base64url(attestationObject),
          transports: ['usb'],
        },
      };
    },

    /** AuthenticationResponseJSON */
    get(options: Options, behaviour: Behaviour) {
      const data = authenticatorData(behaviour);
      const client = clientData('webauthn.get', options, behaviour);
      const signed = Buffer.concat([data, hash('sha256', client, 'buffer')]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', signed, privateKey)),
        },
      };
    },
  };
}
export type SoftAuthenticator = ReturnType<typeof softAuthenticator>;
