/** The list of devices and the page of one. */
export const devices = {
  title: 'Devices',
  lead: 'Phones that registered a key, or asked for a nonce to do so.',
  caption: 'Devices',
  emptyTitle: 'No device yet',
  emptyText: 'A device appears when its wallet asks for a registration nonce.',
  columns: {
    id: 'Device',
    state: 'State',
    registered: 'Registered',
    level: 'Key is in',
    credential: 'Live credential',
  },
  one: (id: string) => `Device ${id}`,
  levels: {
    trustedEnvironment: 'the trusted environment of the phone',
    strongBox: 'StrongBox, a separate security chip',
  },
  attestation: 'Attestation',
  attested: (level: string) =>
    `The key attestation was accepted: the key was made in hardware, in ${level}, and cannot leave it.`,
  attestedUse: {
    only: 'The key signs nothing but Identity Credential structures.',
    other: 'The key can sign other things than Identity Credential structures.',
  },
  notAttested: 'No attestation was accepted yet: the device is not registered.',
  nonce: 'A registration nonce is open until',
  sharesTitle: 'Another device had this key first',
  sharesText:
    'This device was registered before keys had to be unique. Check both devices before you trust it.',
  key: 'Key, SHA-256',
  certificate: 'Attestation certificate, SHA-256',
  none: 'none',
  credentials: 'Credentials on it',
  noCredentials: 'No credential was provisioned to this device.',
  explainLast: 'Explain the last refusal',
  explainAll: 'What happened to this device',
  refusals: 'Refused requests',
  events: 'Audit log',
} as const;
