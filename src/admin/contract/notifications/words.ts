import type { ResourceWords } from '../words.ts';

export const NOTIFICATION_WORDS = {
  about: 'Notifications to the wallet platform (issuer.notifications)',
  noun: 'notification',
  methods: {
    listNotifications: {
      rows: 'notifications',
      columns: [
        ['holderId', 'holder', 'holder'],
        ['subject', 'subject'],
        ['subjectId', 'id', 'id'],
        ['state', 'state', 'state'],
        ['createTime', 'since', 'time'],
        ['attempts', 'attempts', 'number'],
        ['fault', 'fault'],
        ['nextAttemptTime', 'next attempt', 'ago'],
      ],
      examples: ['diptych notifications list --state failed'],
    },
  },
} as const satisfies ResourceWords;
