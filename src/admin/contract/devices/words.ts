import type { ResourceWords } from '../words.ts';

export const DEVICE_WORDS = {
  about: 'Phones that requested a registration',
  noun: 'device',
  methods: {
    listDevices: {
      rows: 'devices',
      columns: [
        ['holderId', 'holder', 'holder'],
        ['id', 'device', 'device'],
        ['state', 'state', 'state'],
        ['securityLevel', 'key is in'],
        ['registerTime', 'registered', 'time'],
        ['liveCredentialId', 'credential', 'credential', { none: 'no credential' }],
      ],
      order: 'registerTime desc',
      note: 'The newest registration comes first; --reverse shows the oldest first.',
      examples: ['diptych devices list --limit 20', 'diptych devices list --state registered'],
    },
    listSilentDevices: {
      rows: 'devices',
      columns: [
        ['holderId', 'holder', 'holder'],
        ['id', 'device', 'device'],
        ['credentialId', 'credential', 'credential'],
        ['lastTime', 'last sign of life', 'time', { wide: true }],
        ['silentDays', 'days silent', 'number'],
      ],
      examples: ['diptych devices silent'],
    },
    releaseDevice: {
      name: 'Revoke and release',
      ask: 'Release this device',
      effect:
        'Its credential is revoked, with the reason deviceSilent in the audit log. If the device comes back, its user needs a new code and a new proofing.',

      done: 'the place of {it} is free; {credentialId} is revoked',
      examples: ['diptych devices release d-1 --yes'],
    },
    getDevice: {
      summary: 'Show a device: hashes, never keys',
      examples: ['diptych devices show d-1 --json'],
    },
  },
} as const satisfies ResourceWords;
