import { generateKeyPairSync } from 'node:crypto';
import { omit } from '../../conventions/omit.ts';
import { DAY } from '../../conventions/time.ts';
import {
  encodeProofOfBinding,
  IDENTITY_CREDENTIAL_KEY_NAME,
  PROOF_OF_BINDING_OID,
} from '../../formats/android/index.ts';
import { spkiFromPoint } from '../../formats/ec/index.ts';
import { encodeExtension, encodeName, signCertificate } from '../../formats/x509/index.ts';
import type { ErrorReason } from '../../issuer/contract/index.ts';
import type { AuthKey } from '../device/device-state.ts';
import type { AuthKeySpec, Facts, Tampering } from '../device/tampering.ts';
import { DeviceStateError } from '../errors.ts';
import { type Fault, type FaultStage, onlyFor, refusedWith, withValue } from './fault.ts';

const operation = 'provisionMobileSecurityObjects';
/** More keys than an issuer would allow in one request. */
const TOO_MANY = 1001;

function spec(change: (spec: AuthKeySpec, facts: Facts) => AuthKeySpec): Tampering {
  return { authKey: change };
}

/** A certificate with a valid signature that the normal code cannot create. */
function certificate(
  change: (spec: AuthKeySpec) => { readonly spki?: Uint8Array; readonly extension?: Uint8Array },
): Tampering {
  return {
    authKeyCertificate: (_der, _facts, made) => {
      const { spki = spkiFromPoint(made.point), extension } = change(made);
      const binding = encodeExtension(PROOF_OF_BINDING_OID, false, encodeProofOfBinding(made.popSha256!));
      const fields = {
        serialNumber: Uint8Array.of(1),
        issuer: encodeName({ commonName: IDENTITY_CREDENTIAL_KEY_NAME }),
        subject: encodeName({ commonName: 'Android Identity Credential Authentication Key' }),
        notBefore: made.notBefore,
        notAfter: made.notAfter,
        spki,
        extensions: extension ? [binding, extension] : [binding],
      };
      return signCertificate(fields, made.signer.sign);
    },
  };
}

function offCurve({ point }: AuthKeySpec): Uint8Array {
  const spki = Uint8Array.from(spkiFromPoint(point));
  spki.fill(0x5a, spki.length - 32);
  return spki;
}

function p384(): Uint8Array {
  return generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'der', type: 'spki' });
}

function certifiedKey({ before }: Facts): AuthKey {
  const known = before.authKeys.find(({ certified }) => certified);
  if (known) return known;
  throw new DeviceStateError('noAuthKey', 'there is no certified authentication key to use again');
}

type Row = readonly [name: string, what: string, reason: ErrorReason, apply: Tampering, from?: FaultStage];

const ROWS: readonly Row[] = [
  [
    'auth-key-by-another-key',
    'the certificate is signed by a key that is not registered',
    'invalidPayloadSignature',
    spec((made, { newKey }) => ({ ...made, signer: newKey() })),
  ],
  [
    'auth-key-with-wrong-binding',
    'the key is bound to another proof of provisioning',
    'invalidFieldValue',
    spec((made, { random }) => ({ ...made, popSha256: random(new Uint8Array(32)) })),
  ],
  [
    'auth-key-without-binding',
    'the certificate has no ProofOfBinding',
    'invalidFieldValue',
    spec((made) => omit(made, 'popSha256')),
  ],
  [
    'expired-auth-key',
    'the certificate has expired',
    'invalidFieldValue',
    spec((made) => ({ ...made, notBefore: made.notBefore - 2 * DAY, notAfter: made.notBefore - DAY })),
  ],
  [
    'premature-auth-key',
    'the certificate begins the day after tomorrow',
    'invalidFieldValue',
    spec((made) => ({ ...made, notBefore: made.notBefore + 2 * DAY })),
  ],
  [
    'duplicate-auth-key',
    'the request repeats a key',
    'invalidFieldValue',
    { authKeys: ([first]) => [first!, first!] },
  ],
  [
    'reused-auth-key',
    'the request has a key that was certified before and a new one',
    'invalidFieldValue',
    { authKeys: ([, second], facts) => [certifiedKey(facts), second!] },
    'active',
  ],
  [
    'too-many-auth-keys',
    'more keys are sent than any issuer certifies at once',
    'invalidFieldValue',
    {
      request: onlyFor(operation, (body) => {
        const [first] = body.authKeys as readonly unknown[];
        return { ...body, authKeys: Array.from({ length: TOO_MANY }, () => first) };
      }),
    },
  ],
  [
    'stale-version',
    'credentialVersionId names an old version',
    'invalidState',
    { request: onlyFor(operation, withValue('credentialVersionId', 'a-version-of-the-past')) },
  ],
  [
    'missing-version-id',
    'credentialVersionId is absent',
    'missingRequiredField',
    { request: onlyFor(operation, withValue('credentialVersionId', undefined)) },
  ],
];

/** Faults that are detected when the decrypted certificate is parsed. */
const ENCRYPTED_ROWS: readonly Row[] = [
  [
    'off-curve-auth-key',
    'the key is not on the curve',
    'invalidDecryptedRequest',
    certificate((made) => ({ spki: offCurve(made) })),
  ],
  [
    'auth-key-on-another-curve',
    'the key is on P-384',
    'invalidDecryptedRequest',
    certificate(() => ({ spki: p384() })),
  ],
  [
    'auth-key-with-unknown-critical-extension',
    'the certificate has an unknown critical extension',
    'invalidDecryptedRequest',
    certificate(() => ({
      extension: encodeExtension('1.3.6.1.4.1.11129.2.1.9999', true, Uint8Array.of(5, 0)),
    })),
  ],
];

function fault([name, what, reason, apply, from = 'provisioned']: Row): Fault {
  return { name, what, operation, from, expected: refusedWith(reason), apply };
}

/** Faults of the authentication keys and of their credential version. */
export const AUTH_KEY_FAULTS: readonly Fault[] = [
  ...ROWS.map(fault),
  ...ENCRYPTED_ROWS.map((row) => ({ ...fault(row), encrypted: true as const })),
];
