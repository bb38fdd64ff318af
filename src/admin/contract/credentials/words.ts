import { CHANNEL_WORDS, type ResourceWords } from '../words.ts';

export const CREDENTIAL_WORDS = {
  about: 'Credentials on devices',
  noun: 'credential',
  methods: {
    listCredentials: {
      rows: 'credentials',
      columns: [
        ['holderId', 'holder', 'holder'],
        ['id', 'credential', 'credential'],
        ['state', 'state', 'state', { means: { userActionRequired: 'action required' } }],
        ['deviceReferenceId', 'device', 'device'],
        ['channel', 'channel', 'text', { values: CHANNEL_WORDS }],
        ['recordVersion', 'version', 'number'],
        ['createTime', 'created', 'time', { wide: true }],
        ['updateTime', 'changed', 'time'],
      ],
      order: 'createTime desc',
      note: 'The newest come first; --reverse shows the oldest first.',
      examples: [
        'diptych credentials list --state active --holder-id h-1',
        'diptych credentials list --channel openid4vci',
      ],
    },
    revokeCredential: {
      name: 'Revoke',
      ask: 'Revoke the credential',
      effect:
        'This permanently revokes the credential on its device. The holder can get a new one through a new proofing.',

      done: '{it} is {state}',
      examples: [
        'diptych credentials revoke c-1 --reason deviceStolen --note "police report 4711"',
        'diptych credentials revoke c-1 c-2 --reason issuedInError --yes',
      ],
    },
    getCredential: {
      summary: 'Show a credential, without its data',
      examples: ['diptych credentials show c-1'],
    },
    requireAction: {
      fields: {
        action: {
          option: '--action <json>',
          help: 'a UserActionRequired message',
          kind: 'json',
          required: true,
        },
      },
      done: '{it} is {state}, and the person must act',
      examples: [
        `diptych credentials require-action c-1 --action '{"deadlineTimeMillis":"1798761600000",
    "deadlineEnforcementHint":{"revocationHint":{}},
    "submitProofing":{"limitedAttempts":{"remainingAttempts":3,"maxAttempts":3}}}'`,
      ],
    },
    clearAction: {
      name: 'Clear the action',
      ask: 'Clear the required action',
      effect: 'The person no longer has to act.',
      done: '{it} is {state}',
      examples: ['diptych credentials clear-action c-1'],
    },
  },
} as const satisfies ResourceWords;
