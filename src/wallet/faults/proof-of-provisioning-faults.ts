import { encodeProofOfOwnership, type ProvisionedElement, signProof } from '../../formats/android/index.ts';
import type { ErrorReason } from '../../issuer/contract/index.ts';
import type { Facts, ProofSpec, Tampering } from '../device/tampering.ts';
import { type Fault, type FaultStage, onlyFor, refusedWith, without } from './fault.ts';

const operation = 'provisionMobileSecurityObjects';

/** Makes the device send a proof again, even if a proof was accepted. */
export const unproved: Pick<Tampering, 'state'> = {
  state: ({ state }) =>
    state.credential ? { ...state, credential: { ...state.credential, proved: false } } : state,
};

const ENCODED_FALSE = Uint8Array.of(0xf4);
const ENCODED_SEVEN = Uint8Array.of(0x07);

function proof(change: (proof: ProofSpec['proof']) => Partial<ProofSpec['proof']>): Tampering {
  return {
    ...unproved,
    proofOfProvisioning: (spec) => ({ ...spec, proof: { ...spec.proof, ...change(spec.proof) } }),
  };
}

/** Changes the elements of the first namespace. */
function elements(
  change: (elements: readonly ProvisionedElement[]) => readonly ProvisionedElement[],
): Tampering {
  return proof(({ namespaces: [first, ...others] }) => ({
    namespaces: [{ ...first!, elements: change(first!.elements) }, ...others],
  }));
}

/** Adds a namespace, profile or element that the issuer did not send. */
const EXTRA: ProvisionedElement = { identifier: 'extra', value: ENCODED_FALSE, accessControlProfiles: [] };
const FREE_PROFILE = { id: 31 };

const proofOfOwnership: Tampering = {
  ...unproved,
  plaintext: (plaintext, { state, random }: Facts, kind) => {
    if (kind !== 'proofOfProvisioning') return plaintext;
    const challenge = random(new Uint8Array(32));
    const payload = encodeProofOfOwnership({ docType: state.docType, challenge, testCredential: false });
    return signProof(payload, state.identity!.key.sign);
  },
};

/** Different bytes with the same meaning, so the proof is not a retry of the accepted one. */
const otherProofWhileActive: Tampering = {
  ...unproved,
  proofOfProvisioning: (spec) => ({
    ...spec,
    dialect: spec.dialect === 'hardware' ? 'keystore' : 'hardware',
  }),
};

type Row = readonly [name: string, what: string, reason: ErrorReason, apply: Tampering, from?: FaultStage];

const ROWS: readonly Row[] = [
  [
    'pop-by-another-key',
    'the proof is signed by a key that is not registered',
    'invalidPayloadSignature',
    { ...unproved, proofOfProvisioning: (spec, { newKey }) => ({ ...spec, signer: newKey() }) },
  ],
  [
    'pop-altered-value',
    'a value differs from the provisioned value',
    'invalidFieldValue',
    elements(([first, ...others]) => [{ ...first!, value: ENCODED_SEVEN }, ...others]),
  ],
  [
    'pop-missing-element',
    'an element is missing in the proof',
    'invalidFieldValue',
    elements(([, ...others]) => others),
  ],
  [
    'pop-extra-element',
    'the proof has an additional element',
    'invalidFieldValue',
    elements((all) => [...all, EXTRA]),
  ],
  [
    'pop-renamed-element',
    'an element has another name',
    'invalidFieldValue',
    elements(([first, ...others]) => [{ ...first!, identifier: 'renamed' }, ...others]),
  ],
  [
    'pop-reordered-elements',
    'two elements have changed places',
    'invalidFieldValue',
    elements(([first, second, ...others]) => [second!, first!, ...others]),
  ],
  [
    'pop-open-element',
    'an element has other access control profiles',
    'invalidFieldValue',
    elements(([first, ...others]) => [{ ...first!, accessControlProfiles: [] }, ...others]),
  ],
  [
    'pop-extra-namespace',
    'the proof has an additional namespace',
    'invalidFieldValue',
    proof(({ namespaces }) => ({
      namespaces: [...namespaces, { name: 'org.example.extra', elements: [EXTRA] }],
    })),
  ],
  [
    'pop-other-namespace',
    'a namespace has another name',
    'invalidFieldValue',
    proof(({ namespaces: [first, ...others] }) => ({
      namespaces: [{ ...first!, name: 'org.example.other' }, ...others],
    })),
  ],
  [
    'pop-extra-profile',
    'the proof holds an additional access control profile, which everybody satisfies',
    'invalidFieldValue',
    proof(({ accessControlProfiles }) => ({
      accessControlProfiles: [...accessControlProfiles, FREE_PROFILE],
    })),
  ],
  [
    'pop-weaker-profile',
    'an access control profile requires less than the provisioned one',
    'invalidFieldValue',
    proof(({ accessControlProfiles }) => ({
      accessControlProfiles: accessControlProfiles.map((profile) => ({
        id: profile.id,
        ...(profile.userAuthentication ? {} : { userAuthentication: { timeoutMillis: 0 } }),
      })),
    })),
  ],
  [
    'pop-other-document-type',
    'the proof is of another document type',
    'invalidFieldValue',
    proof(() => ({ docType: 'org.example.other' })),
  ],
  [
    'pop-test-credential',
    'the proof is of a test credential',
    'invalidFieldValue',
    proof(() => ({ testCredential: true })),
  ],
  [
    'pop-changed-while-active',
    'another proof is sent for a version whose proof was accepted',
    'invalidState',
    otherProofWhileActive,
    'active',
  ],
];

function fault([name, what, reason, apply, from = 'provisioned']: Row): Fault {
  return { name, what, operation, from, expected: refusedWith(reason), apply };
}

const MISSING: Fault = {
  ...fault([
    'pop-missing',
    'the first MSOs are requested without a proof',
    'invalidState',
    { request: onlyFor(operation, without('proofOfProvisioning')) },
  ]),
  exactly: true,
};

/** Faults of the proof that the device stored the credential. */
export const PROOF_OF_PROVISIONING_FAULTS: readonly Fault[] = [
  MISSING,
  ...ROWS.map(fault),
  {
    ...fault([
      'pop-is-proof-of-ownership',
      'the proof is a ProofOfOwnership',
      'invalidDecryptedRequest',
      proofOfOwnership,
    ]),
    encrypted: true,
  },
];
