import { omit } from '../../conventions/omit.ts';
import { encodeProvisionedCredential } from '../../formats/android/index.ts';
import type { DeviceState } from '../device/device-state.ts';
import type { Facts, Tampering } from '../device/tampering.ts';
import { newUuid } from '../effects.ts';
import { type Fault, refusedWith } from './fault.ts';

/** A minimal stored credential. */
const SOME_CREDENTIAL = {
  versionId: 'a-version-of-the-past',
  bytes: encodeProvisionedCredential({
    namespaces: [
      {
        name: 'org.example',
        elements: [{ identifier: 'some', value: Uint8Array.of(0xf5), accessControlProfiles: [] }],
      },
    ],
    accessControlProfiles: [],
  }),
  proved: true,
} as const;

/** A device that claims to be in the last stage, whatever the issuer knows. */
function pretending({ state, newKey, random }: Facts): DeviceState {
  return {
    proofing: { proofingId: newUuid(random) },
    credentialId: newUuid(random),
    credential: SOME_CREDENTIAL,
    ...state,
    identity: { key: newKey(), chain: [], registered: true },
  };
}

const UNREGISTERED_OPERATIONS = [
  ['proof', 'proofUser'],
  ['proofing-status', 'getProofingStatus'],
  ['cancel', 'cancelProofing'],
  ['provision', 'provisionCredential'],
  ['msos', 'provisionMobileSecurityObjects'],
  ['status', 'getCredentialStatus'],
  ['delete', 'notifyCredentialDeleted'],
] as const;

const withDeletedCredential: Tampering = {
  state: ({ state }) => {
    const { deletedCredentialId } = state;
    return {
      ...state,
      credential: SOME_CREDENTIAL,
      ...(deletedCredentialId && { credentialId: deletedCredentialId }),
    };
  },
};

const withoutCredential: Tampering = {
  state: ({ state }) => omit(state, 'credential', 'credentialId'),
};

/** Faults of the order of operations. */
export const STATE_FAULTS: readonly Fault[] = [
  ...UNREGISTERED_OPERATIONS.map(
    ([prefix, operation]): Fault => ({
      name: `${prefix}-before-registration`,
      what: 'the device requested a nonce but never registered',
      operation,
      from: 'known',
      expected: refusedWith('invalidState'),
      apply: { state: pretending },
    }),
  ),
  {
    name: 'cancel-after-decision',
    what: 'an accepted proofing is canceled',
    operation: 'cancelProofing',
    from: 'proofed',
    expected: refusedWith('invalidState'),
    apply: {},
  },
  {
    name: 'provision-after-rejection',
    what: 'a credential is requested with a proofing that was not accepted',
    operation: 'provisionCredential',
    from: 'rejected',
    expected: refusedWith('invalidIdentifier'),
    apply: {},
  },
  {
    name: 'second-credential',
    what: 'a device that holds a credential requests another one',
    operation: 'provisionCredential',
    from: 'provisioned',
    expected: refusedWith('invalidState'),
    apply: withoutCredential,
  },
  {
    name: 'provision-deleted-credential',
    what: 'a deleted credential is requested again',
    operation: 'provisionCredential',
    from: 'deleted',
    expected: refusedWith('invalidState'),
    apply: withDeletedCredential,
  },
  {
    name: 'msos-of-deleted-credential',
    what: 'MSOs are requested for a deleted credential',
    operation: 'provisionMobileSecurityObjects',
    from: 'deleted',
    expected: refusedWith('invalidState'),
    apply: withDeletedCredential,
  },
];
