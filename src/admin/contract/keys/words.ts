import { type ResourceWords, SIGNED_DOCUMENTS } from '../words.ts';

const SIGNER = {
  option: '--role <role>',
  help: 'what the key signs',
  standard: 'documentSigner',
  label: 'Key',
  choices: { documentSigner: 'Document signer', statusSigner: 'Status signer' },
} as const;

export const KEY_WORDS = {
  about: "The issuer's keys",
  noun: 'key',
  methods: {
    listKeys: {
      summary: 'List the keys and their certificates',
      rows: 'keys',
      columns: [
        ['id', 'key', 'id'],
        ['role', 'role'],
        ['stage', 'stage', 'state', { means: { compromiseTime: 'compromised' } }],
        ['stageTime', 'since', 'time'],
        ['custody', 'private key'],
        ['notAfterTime', 'valid until', 'time'],
        ['rootId', 'root', 'id', { wide: true }],
      ],
      examples: ['diptych keys list'],
    },
    rotateKey: {
      summary: 'Start or finish the rotation of a key',
      question: 'Finish the rotation of the {role} key and stop using the old key',
      fields: {
        role: { argument: '<role>' },
        finish: {
          option: '--finish',
          help: 'finish the rotation and stop using the old key',
          kind: 'flag',
        },
      },
      note: `documentSigner, statusSigner: the next certificate is made under the root;
--finish makes its key sign and drops the old one. A status signer replaces
only the one under the same root: that of an earlier root signs its lists until
the last of the ${SIGNED_DOCUMENTS.first} in them has ended.
identity: the next certificate is published beside the active one; --finish
makes its key sign and drops the old one.
encryption: a new key is published, the old one decrypts for another
keys.graceDays days; --finish drops it now.`,
      examples: ['diptych keys rotate identity', 'diptych keys rotate identity --finish'],
    },
    rotateMasterKey: {
      question: 'Make a new master key for the records',
      done: 'master key {master} is in {custody} and wraps {epochs} keys of epochs',
      note: `The master key wraps the keys of the epochs, which encrypt the keys of the
holders. The new one is made where keys.recordMaster says, so this also moves
the master key from a file into a token. Servers go on meanwhile. An old key in
a file is destroyed after a minute, one in a token after keys.recoveryDays days.`,
      examples: ['diptych keys rotate-master --yes'],
    },
    requestKey: {
      summary: 'Create the key of a signer; print a certification request (PKCS#10) for an external root',
      fields: { role: SIGNER },
      done: '{certificationRequest}',
      examples: ['diptych keys request > signer.csr'],
    },
    importKey: {
      name: 'Import',
      ask: 'Import a certificate',
      effect: 'A certificate of your own root. Its key waits as the next one until you finish the rotation.',

      summary: 'Register the certificate of a signer, issued by an external root',
      fields: {
        certificate: { argument: '<certificate>', help: 'PEM file', kind: 'file', label: 'Certificate, PEM' },
        role: SIGNER,
        issuer: {
          option: '--issuer <file>',
          help: 'its root (IACA), PEM',
          kind: 'file',
          label: 'Its root (IACA), PEM',
          hint: 'Needed when this server does not know the root yet.',
        },
        privateKey: {
          option: '--private-key <file>',
          help: 'PKCS#8 PEM, when the key was made elsewhere; for keys in files',
          kind: 'file',
          label: 'Private key, PKCS#8 in PEM',
          hint: 'Leave empty when the key was made here.',
        },
      },
      done: 'the certificate waits as the next signer',
      note: `The certificate is checked against its profile in ISO 18013-5 Annex B and waits
as the next signer: "diptych keys rotate documentSigner --finish" makes its key
sign. --issuer is needed for a root that is not known yet.`,
      examples: [
        'diptych keys request > signer.csr                                      the key is made here',
        'diptych keys import signer.pem --issuer iaca.pem',
        'diptych keys import signer.pem --issuer iaca.pem --private-key key.pem  the key was made elsewhere',
      ],
    },
    discardKey: {
      name: 'Discard',
      ask: 'Discard this key',
      effect: 'It has never signed anything. Its private key is permanently destroyed.',

      done: '{it} is discarded',
      note: 'The id is as "diptych keys list" shows it.',
      examples: ['diptych keys discard 4F0C…'],
    },
  },
} as const satisfies ResourceWords;
