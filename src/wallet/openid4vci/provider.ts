import { DAY } from '../../conventions/time.ts';
import { spkiFromPoint } from '../../formats/ec/index.ts';
import {
  encodeBasicConstraints,
  encodeKeyUsage,
  encodeName,
  newSerialNumber,
  signCertificate,
} from '../../formats/x509/index.ts';
import { type AttestationRoot, rootOfSandbox } from '../device/attestation.ts';
import { type DeviceKey, newDeviceKey } from '../device/device-key.ts';
import { type Effects, newUuid } from '../effects.ts';
import { type JwtChanges, jwkOf, signedJwt } from './jwt.ts';

interface Attestation {
  readonly seconds: number;
  readonly changes?: JwtChanges | undefined;
}

/** The provider of this wallet, which attests the wallet and its keys. */
export interface Provider {
  /** OAuth 2.0 Attestation-Based Client Authentication, 5.1. */
  walletAttestation(clientId: string, key: DeviceKey, given: Attestation): Promise<string>;
  /** OpenID4VCI 1.0, appendix D.1. */
  keyAttestation(keys: readonly DeviceKey[], claims: object, given: Attestation): Promise<string>;
}

const HOUR = 3600;

interface Authority {
  /** DER of its name. */
  readonly name: Uint8Array;
  readonly key: DeviceKey;
}

/** A provider whose signer is certified by the authority. */
async function certified(authority: Authority, { clock, random }: Effects): Promise<Provider> {
  const key = newDeviceKey(random);
  const now = Math.floor(clock() / 1000) * 1000;
  const certificate = await signCertificate(
    {
      serialNumber: newSerialNumber(random(new Uint8Array(16))),
      issuer: authority.name,
      subject: encodeName({ organization: 'Diptych', commonName: 'Provider of simulated wallets' }),
      notBefore: now - DAY,
      notAfter: now + DAY,
      spki: spkiFromPoint(key.point),
      extensions: [encodeBasicConstraints({ ca: false }), encodeKeyUsage(['digitalSignature'])],
    },
    authority.key.sign,
  );
  const x5c = [Buffer.from(certificate).toString('base64')];
  const attest = (typ: string, claims: object, { seconds, changes }: Attestation) =>
    signedJwt(key, { typ, x5c }, { iat: seconds, exp: seconds + HOUR, ...claims }, changes);
  return {
    walletAttestation: (clientId, own, given) =>
      attest(
        'oauth-client-attestation+jwt',
        { iss: 'https://wallet.example', sub: clientId, cnf: { jwk: jwkOf(own) } },
        given,
      ),
    keyAttestation: (keys, claims, given) =>
      attest('key-attestation+jwt', { attested_keys: keys.map(jwkOf), ...claims }, given),
  };
}

/** A provider that those trust who trust the root. */
export function providerOf(root: AttestationRoot | undefined, effects: Effects): Promise<Provider> {
  const { certificate, key } = root ?? rootOfSandbox();
  return certified({ name: certificate.subject, key }, effects);
}

export const strangerProvider = (effects: Effects): Promise<Provider> => {
  const name = encodeName({ organization: 'Diptych', commonName: 'Authority that nobody trusts' });
  return certified({ name, key: newDeviceKey(effects.random) }, effects);
};

/** The proof that the wallet has the key of its attestation (5.2). */
export const attestationProof = (
  key: DeviceKey,
  audience: string,
  { clock, random }: Effects,
  changes: JwtChanges = {},
): Promise<string> =>
  signedJwt(
    key,
    { typ: 'oauth-client-attestation-pop+jwt' },
    { aud: audience, jti: newUuid(random), iat: Math.floor(clock() / 1000) },
    changes,
  );
