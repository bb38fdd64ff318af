import { type ResourceWords, SIGNED_DOCUMENTS } from '../words.ts';

export const STATUS_LIST_WORDS = {
  about: `Lists by which readers find revoked ${SIGNED_DOCUMENTS.first}`,
  noun: 'status list',
  methods: {
    listStatusLists: {
      rows: 'statusLists',
      columns: [
        ['name', 'list', 'id', { whole: true }],
        ['publishTime', 'published', 'ago'],
        ['nextPublishTime', 'next publication', 'ago', { wide: true }],
        ['expireTime', 'expires', 'time', { wide: true }],
        ['endTime', `${SIGNED_DOCUMENTS.many} end`, 'time'],
        ['rootId', 'root', 'id', { whole: true }],
        ['entries', 'capacity', 'number', { wide: true }],
        ['uri', 'address', 'text', { wide: true }],
      ],
      examples: ['diptych status-lists list --wide'],
    },
    publishStatusLists: {
      name: 'Publish now',
      ask: 'Publish all status lists now',
      effect:
        'Revocations since the last publication become visible at once. Readers that compare two publications can tell which entries were revoked in between: the fewer there are, the less they hide each other.',

      question: 'Publish all status lists now: revocations since the last publication become visible',
      done: 'published {published} status lists',
      note: `Readers that compare two publications can see what was revoked in between.
Revocations of a whole hour hide each other, those of a minute do not.`,
      examples: ['diptych status-lists publish --yes'],
    },
  },
} as const satisfies ResourceWords;
