import type { ResourceWords } from '../words.ts';

export const EVENT_WORDS = {
  about: 'The audit log: each change, its time and its author',
  noun: 'event',
  methods: {
    listEvents: {
      summary: 'List the audit log',
      rows: 'events',
      columns: [
        ['time', 'time', 'time'],
        ['subject', 'what'],
        ['subjectId', 'id', 'id'],
        ['event', 'change'],
        ['operatorId', 'by'],
        ['approverId', 'approved by', 'text', { wide: true }],
        ['reason', 'reason'],
        ['note', 'note'],
        ['message', 'message to the wallet', 'text', { wide: true }],
        ['concerns', 'concerns', 'list', { wide: true }],
        ['requestId', 'request', 'id', { wide: true }],
        ['id', 'event id', 'id', { wide: true }],
      ],
      order: 'time desc',
      limit: 100,
      note: `The newest come first; --reverse shows the oldest first. Each event is a
sentence, and behind a decision are the message to the wallet and the note.
Views of the same data by one person on a day are one sentence with their
number, and so are tokens, if no other listed event of the person is between
them (at most 100 events). --wide shows a table of all events with all ids.
Names of holders are shown to operators and above, and the audit log records
that they were.

--event also takes what the sentences say: rejected, or "revoked a credential".
--search finds events that have all its words, in any order: in the sentences,
reasons, notes, messages to the wallet and changed values, in emails and at the
start of ids. A second --search adds words, and finds fewer events. It also
reads the names of the holders of the newest 2000 events of the other filters,
and searches only these.`,
      examples: [
        'diptych events list --holder h-1',
        'diptych events list --event rejected --search "Elena Brandt"',
        'diptych events list --subject credential --event revoke --utc',
        'diptych events list --operator-id grace@example.com --start-time 2026-11-01T00:00:00Z --json',
      ],
    },
  },
} as const satisfies ResourceWords;

const REASON = {
  option: '--reason <reason>',
  help: 'why; recorded in the seal',
  required: true,
  label: 'Reason',
} as const;

export const SEAL_WORDS = {
  about: 'The seals of the audit log, and their key',
  noun: 'seal',
  methods: {
    getSeals: {
      summary: 'Show which key seals the audit log, and whether the last seals verify',
      note: `The key is pinned beside the private keys (keys/seal.pin), not in the database.
Keep its digest and the head elsewhere: pass them to "diptych events verify" as
--seal-key and --head. The exit status is 1 when the last seals do not verify.`,
      examples: ['diptych seals status'],
    },
    rotateSealKey: {
      name: 'Change the key',
      effect: 'The old key signs the announcement of the new one, so that the chain continues.',

      summary: 'Make a new key for the seals',
      question: 'Make a new key for the seals and destroy the old one',
      fields: {
        reason: {
          ...REASON,
          choices: {
            scheduled: 'Scheduled',
            keyCompromised: 'Key compromised',
            custodyMoved: 'Custody moved',
            other: 'Other',
          },
        },
      },
      done: 'the seals have a new key',
      note: `The old key signs an announcement of the new one and is destroyed. The first
seal of the new key has the announcement, and "diptych events verify" follows
it.`,
      examples: ['diptych seals rotate --reason scheduled'],
    },
    resetSeals: {
      name: 'Restart the seals',
      effect:
        'Use this if the key is lost or the seals do not verify. A new chain starts; the break and your name stay visible permanently.',

      summary: 'Start a new key when the old one is lost or the seals do not verify',
      question: 'Reset the seals: the audit log will always show it',
      fields: {
        reason: {
          ...REASON,
          choices: {
            keyLost: 'Key lost',
            databaseRestored: 'Database restored from a backup',
            trailChanged: 'Audit log was changed',
            other: 'Other',
          },
        },
      },
      done: 'the seals are reset',
      note: `For a lost key, a restored older database, or an audit log that was changed:
sealing continues with a new key that the old one did not announce. "diptych
events verify" always shows the reset. If audit.sealKey is set, remove it first.
With admin.secondPerson: keys it takes two people.`,
      examples: ['diptych seals reset --reason keyLost'],
    },
  },
} as const satisfies ResourceWords;
