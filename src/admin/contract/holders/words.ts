import { type ResourceWords, SIGNED_DOCUMENTS } from '../words.ts';

export const HOLDER_WORDS = {
  about: 'The people who get documents',
  noun: 'holder',
  methods: {
    listHolders: {
      rows: 'holders',
      columns: [
        ['id', 'holder', 'holder'],
        ['documentType', 'document type'],
        ['state', 'state', 'state'],
        ['recordVersion', 'version', 'number'],
        ['createTime', 'imported', 'time', { wide: true }],
        ['updateTime', 'changed', 'time'],
      ],
      order: 'createTime desc',
      note: `The newest come first; --reverse shows the oldest first. The state is that of
the person: one who is active may get documents, whether or not one is live.`,
      examples: ['diptych holders list --names --limit 20'],
    },
    getHolder: {
      summary: 'Show a holder, without the record',
      examples: ['diptych holders show h-1'],
    },
    getHolderRecord: { examples: ['diptych holders record h-1'] },
    refreshHolder: {
      name: 'Fetch record again',
      ask: 'Fetch the record again',
      effect:
        'The server asks the system of record. If the record changed, all credentials get a new version.',

      done: 'the record of {it} is {result}',
      note: `For an issuer.records.source of http: fetches the record by its id and applies
it as an import would. The system of record can do the same when a record
changes: POST /admin/v1/holders/ID:refresh.`,
      examples: ['diptych holders refresh h-1'],
    },
    revokeHolder: {
      name: 'Revoke holder',
      ask: 'Revoke the holder',
      effect:
        'This permanently revokes all credentials of the holder. Every later proofing of this holder is rejected.',

      done: '{it} is revoked; {revokedCredentials} credentials were revoked with it',
      examples: ['diptych holders revoke h-1 --reason holderDeceased'],
    },
    eraseHolder: {
      summary: 'Erase a holder and all data of the person',
      done: '{it} is erased',
      note: `The record, its codes, its ${SIGNED_DOCUMENTS.first} and the notes on them are
deleted, credentials are revoked, and open proofings are rejected. In the audit
log and in lists a random id replaces that of the holder; the answer names it.
Backups cannot be read for the holder from completeTime on: "diptych holders
receipt" writes a signed receipt.`,
      examples: ['diptych holders erase h-1 --yes'],
    },
  },
} as const satisfies ResourceWords;
