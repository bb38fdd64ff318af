import type { ResourceWords } from '../words.ts';

export const HOLD_WORDS = {
  about: 'Legal holds: what must not be erased or purged',
  noun: 'hold',
  methods: {
    placeHold: {
      fields: {
        holderId: { option: '--holder <id>', help: 'the holder' },
        startTime: { option: '--from <date>', help: 'begin of a span of time', kind: 'date' },
        endTime: {
          option: '--to <date>',
          help: 'end of the span, not included; none when left out',
          kind: 'date',
        },
        reason: { option: '--reason <code>', help: 'why nothing may be deleted', required: true },
        reviewTime: {
          option: '--review <date>',
          help: 'when to decide whether it is still needed',
          kind: 'date',
          required: true,
        },
      },
      note: `A hold on a holder forbids erasing it, and purging the audit log since it was
imported, the requests of its devices, its codes, and approvals that name it.
A hold on a span of time forbids purging what is from that time, and erasing
holders that were imported before its end. If admin.secondPerson names holders,
another person approves it.`,
      examples: [
        'diptych holds place --holder h-1 --reason litigation --review 2027-03-01',
        'diptych holds place --from 2026-01-01 --to 2026-04-01 --reason audit \\\n    --review 2027-03-01',
      ],
    },
    liftHold: {
      name: 'Lift the hold',
      ask: 'Lift this hold',
      effect:
        'What only this hold kept can be erased at once, and is deleted by the next daily purge. The hold stays in the list.',

      done: '{it} is lifted',
      note: `What only this hold kept can be erased at once, and is deleted by the next daily
purge.`,
      examples: ['diptych holds lift hold-5e0c7c5a-0d7b-4f6e-9a43-2f6d3c1b8e90'],
    },
    listHolds: {
      rows: 'holds',
      columns: [
        ['holderId', 'holder', 'holder'],
        ['id', 'hold', 'id'],
        ['startTime', 'from', 'time'],
        ['endTime', 'to', 'time'],
        ['reason', 'reason'],
        ['reviewTime', 'review', 'ago'],
        ['placedBy', 'placed by', 'text', { named: true }],
        ['placeTime', 'placed', 'time', { wide: true }],
        ['liftTime', 'lifted', 'time'],
      ],
      examples: ['diptych holds list'],
    },
  },
} as const satisfies ResourceWords;
