import { CHANGE_WORDS } from '../../../../src/admin/contract/explained/changes.ts';

/** Words that several screens of the mediation console share. */
export const words = {
  publisher: 'Publisher',
  noPublisherTitle: 'You have no publisher account',
  noPublisherText: 'An administrator can give you one: diptych users publishers EMAIL --add ID.',
  days: (zone: string) => `Days are those of ${zone}, the time zone of the publisher.`,
  platforms: CHANGE_WORDS.platforms,
  formats: CHANGE_WORDS.formats,
  states: CHANGE_WORDS.states,
  edit: 'Edit',
  preview: 'Preview',
  back: 'Back to editing',
  unknownUnit: 'not in the inventory',
  violationsTitle: (count: number) =>
    count === 1 ? 'One value needs a change' : `${count} values need a change`,
  more: CHANGE_WORDS.more,
  discard: 'Discard',
  leaveTitle: 'Leave without saving',
  leaveText: 'Your changes are not saved. If you leave, they are lost.',
  leave: 'Leave and discard',
  stay: 'Stay',
} as const;
