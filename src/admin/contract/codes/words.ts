import { CHANNEL_WORDS, type ResourceWords } from '../words.ts';

export const CODE_WORDS = {
  about: 'Pre-authorization codes',
  noun: 'code',
  methods: {
    listCodes: {
      rows: 'codes',
      columns: [
        ['holderId', 'holder', 'holder'],
        ['id', 'code id', 'id'],
        ['state', 'state', 'state'],
        ['createTime', 'issued', 'time'],
        ['expireTime', 'expires', 'time'],
        ['proofingId', 'proofing', 'proofing'],
        ['channel', 'channel', 'text', { values: CHANNEL_WORDS }],
      ],
      order: 'createTime desc',
      note: 'The newest come first; --reverse shows the oldest first.',
      examples: ['diptych codes list --holder h-1'],
    },
    revokeCode: {
      name: 'Revoke',
      ask: 'Revoke the code',
      effect: 'The code can no longer be used.',

      done: '{it} is {state}',
      note: 'The ids are those that codes list names.',
      examples: ['diptych codes revoke c-mi8k3x2a-Ab3dE9xQ0z'],
    },
  },
} as const satisfies ResourceWords;
