import { SIGNED_DOCUMENTS } from '../../../src/admin/contract/words.ts';

/** The list of devices and the page of one. */
export const devices = {
  title: 'Devices',
  lead: 'Phones that registered a key, or began to.',
  caption: 'Devices',
  emptyTitle: 'No device yet',
  emptyText: 'A device appears when its wallet begins to register it.',
  tabs: { all: 'All devices', silent: 'Silent devices' },
  silent: {
    lead: `These devices have fetched no ${SIGNED_DOCUMENTS.first} for twice as long as one is valid, so all that they hold have expired. They may be lost or reset, and do not count towards the number of devices that a holder may have.`,
    caption: 'Silent devices',
    release: 'Release',
    releaseOf: (name: string) => `Release the device of ${name}`,
    emptyTitle: 'No device is silent',
    emptyText: `All devices with a credential have fetched ${SIGNED_DOCUMENTS.many} recently enough.`,
  },
  one: 'Device',
  phone: 'Device',
  of: (name: string) => `${name}’s device`,
  levels: {
    short: {
      software: 'Software',
      trustedEnvironment: 'Trusted environment',
      strongBox: 'Secure chip',
    },
    long: {
      software: 'software',
      trustedEnvironment: 'the trusted environment of the phone',
      strongBox: 'StrongBox, a separate security chip',
    },
  },
  attestation: 'Attestation',
  attested: (level: string) =>
    `The key attestation was accepted: the key was made in hardware, in ${level}, and cannot leave it.`,
  attestedUse: {
    only: 'The key signs nothing but Identity Credential structures.',
    other: 'The key can sign other things than Identity Credential structures.',
  },
  notAttested: 'No attestation was accepted yet: the device is not registered.',
  nonce: 'Registration is open until',
  key: 'Key, SHA-256',
  certificate: 'Certificate, SHA-256',
  credentials: 'Credentials on it',
  noCredentials: 'No credential was provisioned to this device.',
  explainLast: 'Explain the last refusal',
  explainAll: 'What happened to this device',
  refusals: 'Refused requests',
  events: 'Audit log',
} as const;
