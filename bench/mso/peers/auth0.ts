import { Document, type IssuerSignedDocument, MDoc } from '@auth0/mdl';
import { DOC_TYPE, documentFor } from '../document.ts';
import { type DeviceKey, type Fixture, VALIDITY_DATES } from '../fixture.ts';
import { issuerSignedOfResponse } from './device-response.ts';
import { named, type Peer } from './peer.ts';

/** Uses the documented API, which takes the private key as a JWK. */
export function auth0({ documentSigner }: Fixture): Peer {
  const issuerPrivateKey = documentSigner.key.privateKey.export({ format: 'jwk' }) as never;
  const issuerCertificate = documentSigner.certificate;
  const values = documentFor({ fullDate: (date) => date, dateTime: (time) => new Date(time) });
  const issue = async ({ jwk }: DeviceKey): Promise<IssuerSignedDocument> => {
    const document = new Document(DOC_TYPE);
    for (const [namespace, elements] of values) document.addIssuerNameSpace(namespace, elements);
    document
      .useDigestAlgorithm('SHA-256')
      .addValidityInfo(VALIDITY_DATES)
      .addDeviceKeyInfo({ deviceKey: jwk });
    return document.sign({ issuerPrivateKey, issuerCertificate, alg: 'ES256' });
  };
  return {
    name: named('@auth0/mdl'),
    issue,
    issueBytes: async (key) => new MDoc([await issue(key)]).encode(),
    issuerSigned: issuerSignedOfResponse,
  };
}
