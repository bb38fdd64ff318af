import { newUuid } from '../effects.ts';
import { type Fault, onlyFor, refusedWith, without, withValue } from './fault.ts';

const operation = 'registerDevice';
const CHAIN = 'deviceIdentityCertificateChain';

/** Faults of the time and the order of a registration. */
export const REGISTRATION_FAULTS: readonly Fault[] = [
  {
    name: 'reused-nonce',
    what: 'a used nonce is used to attest a second key',
    operation,
    from: 'registered',
    expected: refusedWith('invalidState'),
    apply: { nonce: (_ask, { before }) => before.nonce! },
  },
  {
    name: 'replaced-nonce',
    what: 'a nonce is used after a newer nonce was requested',
    operation,
    from: 'known',
    expected: refusedWith('forbidden'),
    apply: {
      nonce: async (ask, { before }) => {
        await ask();
        return before.nonce!;
      },
    },
  },
  {
    name: 'new-key-with-live-credential',
    what: 'a device with a credential registers another key',
    operation,
    from: 'provisioned',
    expected: refusedWith('invalidState'),
    apply: {},
  },
  {
    name: 'key-of-another-reference-id',
    what: 'the key of a registered device is registered for another deviceReferenceId',
    operation,
    from: 'registered',
    expected: refusedWith('invalidState'),
    apply: {
      state: ({ state, random }) => ({ ...state, deviceReferenceId: newUuid(random) }),
      identityKey: (_, { before }) => before.identity!.key,
    },
  },
  {
    name: 'missing-certificate-chain',
    what: 'no certificate is sent',
    operation,
    from: 'new',
    expected: refusedWith('missingRequiredField'),
    apply: { request: onlyFor(operation, without(CHAIN)) },
  },
  {
    name: 'certificate-that-is-not-base64',
    what: 'a certificate is not base64',
    operation,
    from: 'new',
    expected: refusedWith('invalidFieldValue'),
    apply: { request: onlyFor(operation, withValue(CHAIN, ['***', '***', '***'])) },
  },
  {
    name: 'too-many-certificates',
    what: 'the chain has 17 certificates',
    operation,
    from: 'new',
    expected: refusedWith('invalidFieldValue'),
    apply: {
      request: onlyFor(
        operation,
        withValue(
          CHAIN,
          Array.from({ length: 17 }, () => 'MAA='),
        ),
      ),
    },
  },
  {
    name: 'unreadable-single-certificate',
    what: 'the deprecated deviceIdentityCertificate contains no certificates',
    operation,
    from: 'new',
    expected: refusedWith('invalidFieldValue'),
    apply: {
      request: onlyFor(operation, ({ [CHAIN]: _, ...body }) => ({
        ...body,
        deviceIdentityCertificate: 'AAECAw==',
      })),
    },
  },
];
