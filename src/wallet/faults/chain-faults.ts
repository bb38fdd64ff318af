import { generateKeyPairSync } from 'node:crypto';
import {
  encodeKeyDescription,
  KEY_DESCRIPTION_OID,
  makeAttestedKeyCertificate,
} from '../../formats/android/index.ts';
import { spkiFromPoint } from '../../formats/ec/index.ts';
import {
  encodeBasicConstraints,
  encodeExtension,
  encodeKeyUsage,
  encodeName,
  parseCertificate,
  signCertificate,
} from '../../formats/x509/index.ts';
import type { ErrorReason } from '../../issuer/contract/index.ts';
import { type AttestedChain, attestationChain } from '../device/attestation.ts';
import type { Facts } from '../device/tampering.ts';
import { type Fault, refusedWith } from './fault.ts';

interface LeafChanges {
  /** DER SubjectPublicKeyInfo. */
  readonly spki?: Uint8Array;
  /** The contents of the attestation extension; null for a leaf without the extension. */
  readonly attestation?: Uint8Array | null;
}

/** Replaces the leaf of the chain by another leaf, signed with the same attestation key. */
async function withOtherLeaf(made: AttestedChain, changes: LeafChanges): Promise<readonly Uint8Array[]> {
  const { spec, attester, credentialKey, chain } = made;
  const { attestation = encodeKeyDescription(spec.description) } = changes;
  const { subject: issuer, notBefore, notAfter } = attester.certificate;
  const leaf = await signCertificate(
    {
      serialNumber: Uint8Array.of(1),
      issuer,
      subject: encodeName({ commonName: spec.commonName }),
      notBefore,
      notAfter,
      spki: changes.spki ?? spkiFromPoint(credentialKey.point),
      extensions: [
        encodeKeyUsage(['digitalSignature']),
        ...(attestation ? [encodeExtension(KEY_DESCRIPTION_OID, false, attestation)] : []),
      ],
    },
    attester.key.sign,
  );
  return [leaf, ...chain.slice(1)];
}

type ChainChange = (
  made: AttestedChain,
  facts: Facts,
) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>;

/** The attested key signs a certificate for another key. */
const extended: ChainChange = async ({ chain, spec, credentialKey }, facts) => {
  const attester = parseCertificate(chain[0]!);
  const { description, commonName } = spec;
  const subjectPoint = facts.newKey().point;
  const fake = await makeAttestedKeyCertificate(
    { description, commonName, attester, subjectPoint, notBefore: facts.clock() },
    credentialKey.sign,
  );
  return [fake, ...chain];
};

const flippedSignature: ChainChange = ({ chain: [leaf, ...rest] }) => {
  const flipped = Uint8Array.from(leaf!);
  flipped[flipped.length - 1]! ^= 1;
  return [flipped, ...rest];
};

const onP384: ChainChange = (made) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  return withOtherLeaf(made, { spki: publicKey.export({ format: 'der', type: 'spki' }) });
};

const GARBAGE = Buffer.from('this is no certificate');

/** A root of nobody with the name and the serial number of the trusted one, and everything below it. */
const rootOfTheSameName: ChainChange = async ({ spec, credentialKey }, facts) => {
  const key = facts.newKey();
  const { subject, serialNumber, notBefore, notAfter } = spec.root.certificate;
  const extensions = [encodeBasicConstraints({ ca: true }), encodeKeyUsage(['keyCertSign'])];
  const fields = { serialNumber, issuer: subject, subject, notBefore, notAfter, extensions };
  const der = await signCertificate({ ...fields, spki: spkiFromPoint(key.point) }, key.sign);
  const root = { certificate: parseCertificate(der), key };
  return (await attestationChain({ ...spec, root }, credentialKey, facts)).chain;
};

/** The same, but the chain ends with the trusted root, which did not sign it. */
const notSignedByRoot: ChainChange = async (made, facts) => [
  ...(await rootOfTheSameName(made, facts)).slice(0, -1),
  made.spec.root.certificate.der,
];

type Row = readonly [name: string, what: string, reason: ErrorReason, chain: ChainChange];

const ROWS: readonly Row[] = [
  ['extended-chain', 'the attested key signed a certificate of another key', 'forbidden', extended],
  ['broken-chain-signature', 'a signature in the chain does not verify', 'forbidden', flippedSignature],
  [
    'root-of-the-same-name',
    'the chain ends in a root with the name of a trusted one and another key',
    'forbidden',
    rootOfTheSameName,
  ],
  ['not-signed-by-root', 'the root at the end of the chain did not sign it', 'forbidden', notSignedByRoot],
  ['reversed-chain', 'the chain begins with its root', 'forbidden', ({ chain }) => chain.toReversed()],
  ['short-chain', 'only leaf and root are sent', 'forbidden', ({ chain }) => [chain[0]!, chain.at(-1)!]],
  [
    'gap-in-chain',
    'the attestation certificate is left out',
    'forbidden',
    ({ chain }) => chain.toSpliced(1, 1),
  ],
  [
    'long-chain',
    'the chain is longer than any real one',
    'forbidden',
    ({ chain }) => [chain[0]!, ...Array.from({ length: 10 }, () => chain[1]!), ...chain.slice(2)],
  ],
  [
    'wrong-curve-in-certificate',
    'the attestation says P-256, the certificate has P-384',
    'forbidden',
    onP384,
  ],
  [
    'missing-attestation',
    'the leaf has no attestation extension',
    'forbidden',
    (made) => withOtherLeaf(made, { attestation: null }),
  ],
  [
    'unreadable-attestation',
    'the attestation extension is not DER',
    'invalidFieldValue',
    (made) => withOtherLeaf(made, { attestation: GARBAGE }),
  ],
  [
    'unreadable-certificate',
    'a certificate of the chain is malformed',
    'invalidFieldValue',
    ({ chain }) => chain.with(1, GARBAGE),
  ],
];

/** Faults of the structure of the attestation chain. */
export const CHAIN_FAULTS: readonly Fault[] = ROWS.map(([name, what, reason, chain]) => ({
  name,
  what,
  operation: 'registerDevice',
  from: 'new',
  expected: refusedWith(reason),
  apply: { chain },
}));
