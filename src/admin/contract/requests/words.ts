import type { ResourceWords } from '../words.ts';

export const REFUSAL_WORDS = {
  about: 'Requests that were refused',
  noun: 'request',
  methods: {
    listRefusedRequests: {
      rows: 'requests',
      columns: [
        ['time', 'time', 'time'],
        ['operation', 'operation'],
        ['reason', 'reason'],
        ['failedCheck', 'check'],
        ['deviceReferenceId', 'device', 'device', { wide: true }],
        ['requestId', 'request', 'id', { whole: true }],
      ],
      limit: 100,
      note: `The newest come first. Codes are in parentheses; filters take them. --wide shows
a table with the device of each. diptych explain shows one by its request or
error.`,
      examples: [
        'diptych refusals list --operation proofUser --limit 20',
        'diptych refusals list --operator-id bo@example.com --publisher-id pub-1111111111111111',
      ],
    },
  },
} as const satisfies ResourceWords;

export const EXPLAIN_WORDS = {
  about: 'What happened with a request',
  noun: 'request',
  methods: {
    getRequest: {
      summary:
        'Explain a request, a rejection, or the changes of a proofing, credential, device, user, publisher or holder',
      fields: { kind: { option: '--as <kind>', help: 'kind of the id' } },
      note: `Takes a requestId, an issuerErrorIdentifier or issuerRejectionIdentifier of an
answer, a proofingId, a credentialId, a deviceReferenceId, the id of a user, an
OAuth client, a publisher, a mediation group or a holder. It looks for them in
this order and says what it took the id for; --as names the kind. Of a body only
the size and the names of its members are kept; notes of operators are shown.`,
      examples: [
        'diptych explain 9f1c2f3e-6a55-4d0c-9c53-2f7c1f6c9a10',
        'diptych explain p-1 --as proofing --json',
      ],
    },
  },
} as const satisfies ResourceWords;
