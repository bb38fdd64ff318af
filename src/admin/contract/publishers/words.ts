import type { ResourceWords } from '../words.ts';

export const PUBLISHER_WORDS = {
  about: 'Whose mediation settings are kept',
  noun: 'publisher account',
  methods: {
    listPublishers: {
      rows: 'publishers',
      columns: [
        ['id', 'publisher account', 'id'],
        ['displayName', 'name'],
        ['currencyCode', 'currency'],
        ['reportingTimeZone', 'time zone'],
        ['createTime', 'created', 'time'],
      ],
      examples: ['diptych publishers list'],
    },
    listChanges: {
      summary: 'List the changes in the account of a publisher, oldest first',
      rows: 'changes',
      columns: [
        ['time', 'time', 'time'],
        ['subject', 'by'],
        ['method', 'method'],
        ['resource', 'resource'],
        ['requestId', 'request', 'id', { whole: true }],
      ],
      examples: [
        'diptych publishers changes pub-1234567890123456 --sort time --reverse   newest first',
        'diptych publishers changes pub-1234567890123456 --json      with each resource before and after',
      ],
    },
    createPublisher: {
      name: 'Create',
      ask: 'New publisher account',
      effect: 'Id, currency and time zone stay as they are from now on.',

      summary: 'Create a publisher account of the mediation interface',
      fields: {
        displayName: { option: '--name <text>', help: 'name to show', required: true, label: 'Name' },
        currencyCode: {
          option: '--currency <code>',
          help: 'ISO 4217; USD when left out',
          label: 'Currency',
          hint: 'ISO 4217, such as EUR; USD when empty.',
        },
        reportingTimeZone: {
          option: '--time-zone <zone>',
          help: 'IANA time zone of reports; UTC when left out',
          label: 'Time zone of reports',
          hint: 'Such as Europe/Berlin; UTC when empty.',
        },
        id: {
          argument: '[id]',
          help: 'pub- and 16 digits; made up when left out',
          label: 'Id',
          hint: 'pub- and 16 digits; one is made when this is empty.',
        },
      },
      done: '{displayName} is {id}',
      examples: [
        'diptych publishers create pub-1234567890123456 --name "Acme Games" \\\n    --currency EUR --time-zone Europe/Berlin',
      ],
    },
  },
} as const satisfies ResourceWords;
