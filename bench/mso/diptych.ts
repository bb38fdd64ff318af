import { verifyAuthenticationKeyCertificate } from '../../src/formats/android/index.ts';
import { createMsoTemplate, issueMso } from '../../src/formats/mdoc/index.ts';
import { type Recipient, wrapValue } from '../../src/issuer/envelope/seal.ts';
import { inTurn } from '../harness/in-turn.ts';
import type { Batch, Work } from '../harness/measure.ts';
import { type Fixture, VALIDITY } from './fixture.ts';

/** The steps of the server in its order: verifies the keys of a request, issues the MSOs, seals them. */
export function ours(fixture: Fixture, recipient: Recipient) {
  const { spec, documentSigner, identity, credentialKey, deviceKeys } = fixture;
  const template = createMsoTemplate(spec);
  const next = inTurn(deviceKeys);
  const issue = (devicePoint: Uint8Array, from = template) =>
    issueMso(from, { ...VALIDITY, devicePoint }, documentSigner.sign) as Uint8Array;
  const plain = () =>
    deviceKeys
      .map(({ certificate }) => verifyAuthenticationKeyCertificate(certificate, credentialKey.publicKey))
      .map(({ point }) => issue(point));
  const envelope = async () => {
    const sealed = [];
    for (const mso of plain()) {
      sealed.push(await wrapValue(mso, 'mobileSecurityObject', recipient, identity.sign));
    }
    return sealed;
  };
  return {
    issueOnly: () => issue(next().point),
    cold: () => issue(next().point, createMsoTemplate(spec)),
    plain: { makes: deviceKeys.length, run: plain },
    envelope: { makes: deviceKeys.length, run: envelope },
  } satisfies Record<string, Work | Batch>;
}
