import { hash, randomBytes } from 'node:crypto';
import {
  CoseKey,
  DateOnly,
  Issuer,
  type IssuerSigned,
  type MdocContext,
  DeviceKey as OwfDeviceKey,
  SignatureAlgorithm,
} from '@owf/mdoc';
import { DOC_TYPE, documentFor } from '../document.ts';
import { type DeviceKey, type Fixture, VALIDITY_DATES } from '../fixture.ts';
import { named, type Peer } from './peer.ts';

/** Uses the fastest crypto on Node: synchronous node:crypto, and the same signer as Diptych. */
export function owf({ documentSigner }: Fixture): Peer {
  const crypto: Pick<MdocContext['crypto'], 'random' | 'digest'> = {
    random: (length) => randomBytes(length),
    digest: ({ bytes }) => hash('sha256', bytes, 'buffer'),
  };
  const cose = {
    sign1: { sign: ({ toBeSigned }: { toBeSigned: Uint8Array }) => documentSigner.sign(toBeSigned) },
  };
  const context = { crypto, cose } as unknown as MdocContext;
  const jwk = documentSigner.key.privateKey.export({ format: 'jwk' });
  const signing = {
    signingKey: CoseKey.fromJwk(jwk as Record<string, unknown>),
    algorithm: SignatureAlgorithm.ES256,
    digestAlgorithm: 'SHA-256',
    validityInfo: VALIDITY_DATES,
    certificates: [documentSigner.certificate],
  } as const;
  const values = documentFor({
    fullDate: (date) => new DateOnly(date),
    dateTime: (time) => new Date(time),
  });
  const issue = (key: DeviceKey): Promise<IssuerSigned> => {
    const issuer = new Issuer(DOC_TYPE, context);
    for (const [namespace, elements] of values) issuer.addIssuerNamespace(namespace, elements);
    const deviceKey = OwfDeviceKey.fromJwk(key.jwk);
    return issuer.sign({ ...signing, certificates: [...signing.certificates], deviceKeyInfo: { deviceKey } });
  };
  return {
    name: `${named('@owf/mdoc')}, tuned`,
    issue,
    issueBytes: async (key) => (await issue(key)).encode(),
    issuerSigned: (bytes) => bytes,
  };
}
