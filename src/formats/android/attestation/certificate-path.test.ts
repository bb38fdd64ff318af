import { describe, expect, it } from 'vitest';
import {
  CREDENTIAL_KEY,
  fieldsOf,
  makeTestChain,
  NOW,
  newTestKey,
  resigned,
  verdict,
} from '../../../../test/support/formats/test-chain.ts';
import { DAY } from '../../../conventions/time.ts';
import { derWriter } from '../../der/index.ts';
import { spkiFromPoint } from '../../ec/index.ts';
import {
  type Certificate,
  createAuthorityCache,
  encodeBasicConstraints,
  encodeExtension,
  encodeKeyUsage,
  encodeName,
  signCertificate,
} from '../../x509/index.ts';
import {
  describeIdentityCredentialKey,
  encodeKeyDescription,
  googleAttestationAnchors,
  IDENTITY_CREDENTIAL_KEY_NAME,
  KEY_DESCRIPTION_OID,
  type KeyDescription,
  spkiFingerprint,
  verifyKeyAttestation,
} from './index.ts';

const accepted = await makeTestChain();
const remote = await makeTestChain({ provisioning: 'remote' });

const caConstraints = encodeBasicConstraints({ ca: true });
const caUsage = encodeKeyUsage(['keyCertSign']);
const leafUsage = encodeKeyUsage(['digitalSignature']);
const attesting = (description: KeyDescription): Uint8Array =>
  encodeExtension(KEY_DESCRIPTION_OID, false, encodeKeyDescription(description));

describe('The chain of an attestation', () => {
  it('the chain must have 3 to 10 certificates', () => {
    const [leaf, attester, intermediate, root] = accepted.chain as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    expect(verdict([], accepted.policy)).toBe('chainTooShort');
    expect(verdict([leaf, root], accepted.policy)).toBe('chainTooShort');
    const roots = (count: number) => [
      leaf,
      attester,
      intermediate,
      ...Array.from({ length: count }, () => root),
    ];
    expect(verdict(roots(7), accepted.policy)).toBe('accepted');
    expect(verdict(roots(8), accepted.policy)).toBe('chainTooLong');
  });

  it('the chain must consist of certificates', () => {
    for (const index of accepted.chain.keys()) {
      expect(verdict(accepted.chain.with(index, new Uint8Array(0)), accepted.policy)).toBe('malformed');
      expect(
        verdict(
          accepted.chain.with(index, Buffer.concat([accepted.chain[index]!, Buffer.of(0)])),
          accepted.policy,
        ),
      ).toBe('malformed');
    }
  });

  it('the chain must end in a trusted root', () => {
    expect(verdict(accepted.chain, { ...accepted.policy, anchors: [] })).toBe('untrustedRoot');
    expect(verdict(accepted.chain, { ...accepted.policy, anchors: remote.policy.anchors })).toBe(
      'untrustedRoot',
    );
    expect(verdict(accepted.chain, { ...accepted.policy, anchors: googleAttestationAnchors() })).toBe(
      'untrustedRoot',
    );
  });

  it('the last certificate must be self-issued, even if its key is trusted', () => {
    const [leaf, attester, intermediate] = accepted.certificates as [Certificate, Certificate, Certificate];
    const policy = { ...accepted.policy, anchors: [spkiFingerprint(intermediate)] };
    expect(verdict([leaf.der, attester.der, intermediate.der], policy)).toBe('nameMismatch');
  });

  it('the chain may end in any certificate of the root key', async () => {
    const { chain, policy } = await resigned(accepted, 3, {
      serialNumber: Uint8Array.of(0x77),
      notAfter: NOW - DAY,
    });
    expect(verdict(chain, policy)).toBe('accepted');
  });

  it('a root certificate with the trusted key but signed by another key is refused', async () => {
    const root = accepted.certificates[3]!;
    const der = await signCertificate({ ...fieldsOf(root), extensions: [] }, newTestKey().sign);
    expect(verdict(accepted.chain.with(3, der), accepted.policy)).toBe('badSignature');
  });

  it.each([0, 1, 2])('the issuer of certificate %i must be the subject of the next', async (index) => {
    const { chain, policy } = await resigned(accepted, index, { issuer: encodeName({ commonName: 'x' }) });
    expect(verdict(chain, policy)).toBe('nameMismatch');
  });

  it.each([0, 1, 2])('certificate %i must be signed by the next', async (index) => {
    const other = await makeTestChain();
    const der = await signCertificate(
      { ...fieldsOf(accepted.certificates[index]!), extensions: [] },
      other.keys[index + 1]!.sign,
    );
    expect(verdict(accepted.chain.with(index, der), accepted.policy)).toBe('badSignature');
    const policy = { ...accepted.policy, authorities: createAuthorityCache() };
    expect(verdict(accepted.chain, policy)).toBe('accepted');
    expect(verdict(accepted.chain.with(index, der), policy)).toBe('badSignature');
  });

  it('certificates out of order are refused', () => {
    expect(verdict(accepted.chain.toReversed(), accepted.policy)).not.toBe('accepted');
    expect(verdict(accepted.chain.with(1, accepted.chain[2]!), accepted.policy)).toBe('nameMismatch');
  });

  /** Marks that cannot be read. */
  const malformed: [string, readonly Uint8Array[]][] = [
    ['malformed basic constraints', [encodeExtension('2.5.29.19', true, derWriter.nullValue())]],
    [
      'a key usage of three octets',
      [encodeExtension('2.5.29.15', true, derWriter.bitString(Uint8Array.of(4, 4, 4)))],
    ],
  ];

  it.each<[string, readonly Uint8Array[]]>([
    ['basic constraints without CA', [encodeBasicConstraints({ ca: false }), caUsage]],
    ['a key usage without keyCertSign', [caConstraints, leafUsage]],
    ...malformed,
  ])('factory signers with %s are accepted, because their marks are ignored', async (_, extensions) => {
    for (const index of [1, 2, 3]) {
      const { chain, policy } = await resigned(accepted, index, { extensions });
      expect(verdict(chain, policy)).toBe('accepted');
    }
  });

  it.each([
    ['basic constraints without CA', [encodeBasicConstraints({ ca: false }), caUsage]],
    ['a key usage without keyCertSign', [caConstraints, leafUsage]],
  ])('of remote signers with %s, only the attester is accepted', async (_, extensions) => {
    for (const index of [1, 2, 3, 4]) {
      const { chain, policy } = await resigned(remote, index, { extensions });
      expect(verdict(chain, policy)).toBe(index === 1 ? 'accepted' : 'notCa');
    }
  });

  it('a key of a virtual machine signs no attestation', async () => {
    const [, attester] = remote.certificates as [Certificate, Certificate];
    const machine = newTestKey();
    const changes = { subject: encodeName({ commonName: 'Android Protected Virtual Machine Key' }) };
    const certified = await signCertificate(
      {
        ...fieldsOf(attester),
        ...changes,
        issuer: attester.subject,
        spki: spkiFromPoint(machine.point),
        extensions: [leafUsage, encodeExtension('1.3.6.1.4.1.11129.2.1.29', false, derWriter.sequence())],
      },
      remote.keys[1]!.sign,
    );
    const forged = (subject: Uint8Array, extensions: readonly Uint8Array[], issuer = changes.subject) =>
      signCertificate(
        { ...fieldsOf(attester), subject, issuer, spki: spkiFromPoint(machine.point), extensions },
        machine.sign,
      );
    const leaf = [attesting(describeIdentityCredentialKey(CREDENTIAL_KEY))];
    const leafName = encodeName({ commonName: IDENTITY_CREDENTIAL_KEY_NAME });
    const direct = [await forged(leafName, leaf), certified, ...remote.chain.slice(1)];
    expect(verdict(direct, remote.policy)).toBe('notCa');
    const tee = encodeName({ organization: 'TEE' });
    const withAttester = [
      await forged(leafName, leaf, tee),
      await forged(tee, [caConstraints, caUsage]),
      certified,
      ...remote.chain.slice(1),
    ];
    expect(verdict(withAttester, remote.policy)).toBe('notCa');
  });

  it('signers without extensions about signing are accepted', async () => {
    const { chain, policy } = await resigned(accepted, 1, { extensions: [] });
    expect(verdict(chain, policy)).toBe('accepted');
  });

  it.each(malformed)('of remote signers with %s, only the attester is accepted', async (_, extensions) => {
    for (const index of [1, 2, 3, 4]) {
      const { chain, policy } = await resigned(remote, index, { extensions });
      expect(verdict(chain, policy)).toBe(index === 1 ? 'accepted' : 'malformed');
    }
  });
});

describe('Validity of the certificates of a chain', () => {
  const places = [0, 1, 2, 3].map((place) => ({ place }));
  const changed = (place: number, changes: object) =>
    Array.from({ length: 4 }, (_, index) => (index === place ? changes : {}));

  it.each(places)('a signer not valid yet is refused (place $place from the root)', async ({ place }) => {
    const authorities = changed(place, { notBefore: NOW + 1000 });
    const { chain, policy } = await makeTestChain({ provisioning: 'remote', authorities });
    expect(verdict(chain, policy)).toBe('notYetValid');
    expect(verdict(chain, { ...policy, now: NOW + 1000 })).toBe('accepted');
  });

  it.each([0, 1, 2])('a factory signer not valid yet is refused (place %i from the root)', async (place) => {
    const { chain, policy } = await makeTestChain({ authorities: changed(place, { notBefore: NOW + 1000 }) });
    expect(verdict(chain, policy)).toBe('notYetValid');
  });

  it.each([0, 1, 2])('a factory signer that expired is accepted (place %i from the root)', async (place) => {
    const { chain, policy } = await makeTestChain({ authorities: changed(place, { notAfter: NOW - 1000 }) });
    expect(verdict(chain, policy)).toBe('accepted');
  });

  it.each([1, 2, 3])('a remote signer that expired is refused (place %i from the root)', async (place) => {
    const authorities = changed(place, { notAfter: NOW - 1000 });
    const { chain, policy } = await makeTestChain({ provisioning: 'remote', authorities });
    expect(verdict(chain, policy)).toBe('expired');
    expect(verdict(chain, { ...policy, now: NOW - 1000 })).toBe('accepted');
  });

  it('an expired certificate of the root key is accepted in factory chains and in remotely provisioned chains', async () => {
    for (const provisioning of ['factory', 'remote'] as const) {
      const { chain, policy } = await makeTestChain({ provisioning, authorities: [{ notAfter: NOW - DAY }] });
      expect(verdict(chain, policy)).toBe('accepted');
    }
  });

  it.each([
    ['the name of an authority', [{}, { subject: { organization: 'Google LLC', commonName: 'Droid CA9' } }]],
    ['the organization of the attester', [{}, {}, { subject: { organization: 'TEE', commonName: 'ab' } }]],
    ['provisioning info', [{}, {}, { certificatesIssued: 1 }]],
  ])('a certificate with %s makes the chain remotely provisioned', async (_, authorities) => {
    const { chain, policy } = await makeTestChain({ authorities });
    expect(verifyKeyAttestation(chain, policy).provisioning).toBe('remote');
    expect(verdict(chain, { ...policy, now: NOW + 3660 * DAY })).toBe('expired');
  });

  it('the dates of the leaf are ignored', async () => {
    for (const notBefore of [0, NOW + 1000 * DAY]) {
      const { chain, policy } = await resigned(accepted, 0, { notBefore, notAfter: notBefore + 1000 });
      expect(verdict(chain, policy)).toBe('accepted');
    }
  });
});

describe('The attestation extension', () => {
  it('the leaf must have the attestation extension', async () => {
    const { chain, policy } = await resigned(accepted, 0, { extensions: [leafUsage] });
    expect(verdict(chain, policy)).toBe('missingAttestation');
  });

  it.each([1, 2, 3])('certificate %i must not have the attestation extension', async (index) => {
    const extensions = [caConstraints, caUsage, attesting(describeIdentityCredentialKey(CREDENTIAL_KEY))];
    const { chain, policy } = await resigned(accepted, index, { extensions });
    expect(verdict(chain, policy)).toBe('extendedChain');
  });

  it('a certificate that an attested key signed is refused', async () => {
    const forged = newTestKey();
    const [leaf] = accepted.certificates as [Certificate];
    for (const extensions of [[], [attesting(describeIdentityCredentialKey(CREDENTIAL_KEY))]]) {
      const fields = {
        ...fieldsOf(leaf),
        issuer: leaf.subject,
        spki: spkiFromPoint(forged.point),
        extensions,
      };
      const der = await signCertificate(fields, accepted.keys[0]!.sign);
      expect(verdict([der, ...accepted.chain], accepted.policy)).toBe('extendedChain');
    }
    // The leaf may also say nothing about its use.
    const silent = await resigned(accepted, 0, {
      extensions: [attesting(describeIdentityCredentialKey(CREDENTIAL_KEY))],
    });
    const fields = {
      ...fieldsOf(leaf),
      issuer: leaf.subject,
      spki: spkiFromPoint(forged.point),
      extensions: [],
    };
    const der = await signCertificate(fields, accepted.keys[0]!.sign);
    expect(verdict([der, ...silent.chain], accepted.policy)).toBe('extendedChain');
  });

  it('the attestation extension must be well formed', async () => {
    const extensions = [encodeExtension(KEY_DESCRIPTION_OID, false, derWriter.sequence())];
    const { chain, policy } = await resigned(accepted, 0, { extensions });
    expect(verdict(chain, policy)).toBe('malformed');
  });
});
