import { of } from './counts.ts';

/** Notifications to the wallet platform that it has not confirmed. */
export const notifications = {
  title: 'Notifications',
  lead: 'Status changes that the wallet platform has not confirmed yet.',
  caption: 'Notifications',
  emptyTitle: 'Everything is confirmed',
  emptyText: 'A notification is listed here until the wallet platform confirms it.',
  subjects: { proofing: 'Proofing', credential: 'Credential' },
  state: 'State',
  about: 'About',
  noFault: 'None yet',
  replay: 'Replay',
  replayMany: (count: number) => `Replay ${of(count, 'notification', 'notifications')}`,
  replayAll: 'Replay all that failed',
  replayText: 'The wallet platform is notified at once, and again later if it does not answer.',
  noneFailed: 'None failed.',
} as const;
