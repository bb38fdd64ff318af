import { hash, randomBytes } from 'node:crypto';
import { DateOnly, Document, type IssuerSignedDocument, MDoc, type MdocContext } from '@animo-id/mdoc';
import { DOC_TYPE, documentFor } from '../document.ts';
import { type DeviceKey, type Fixture, VALIDITY_DATES } from '../fixture.ts';
import { issuerSignedOfResponse } from './device-response.ts';
import { named, type Peer } from './peer.ts';

/** Uses the fastest crypto on Node: synchronous node:crypto, and the same signer as Diptych. */
export function animo({ documentSigner }: Fixture): Peer {
  const context = {
    crypto: {
      random: (length: number) => randomBytes(length),
      digest: ({ bytes }: { bytes: Uint8Array }) => hash('sha256', bytes, 'buffer'),
    },
    cose: {
      sign1: {
        sign: ({ sign1 }: { sign1: { getRawSigningData(): { data: Uint8Array } } }) =>
          documentSigner.sign(sign1.getRawSigningData().data),
      },
    },
  } as unknown as MdocContext;
  const signing = {
    issuerPrivateKey: documentSigner.key.privateKey.export({ format: 'jwk' }) as never,
    issuerCertificate: documentSigner.certificate,
    alg: 'ES256',
  } as const;
  const values = documentFor({
    fullDate: (date) => new DateOnly(date),
    dateTime: (time) => new Date(time),
  });
  const issue = ({ jwk }: DeviceKey): Promise<IssuerSignedDocument> => {
    const document = new Document(DOC_TYPE, context);
    for (const [namespace, elements] of values) document.addIssuerNameSpace(namespace, elements);
    document.useDigestAlgorithm('SHA-256').addValidityInfo(VALIDITY_DATES);
    document.addDeviceKeyInfo({ deviceKey: jwk });
    return document.sign(signing, context);
  };
  return {
    name: `${named('@animo-id/mdoc')}, tuned`,
    issue,
    issueBytes: async (key) => new MDoc([await issue(key)]).encode(),
    issuerSigned: issuerSignedOfResponse,
  };
}
