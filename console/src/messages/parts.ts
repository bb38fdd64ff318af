import type { EventView } from '../../../src/admin/contract/audit-log/methods.ts';
import type { DeviceView } from '../../../src/admin/contract/devices/methods.ts';
import { n } from './counts.ts';

const actors: Readonly<Record<EventView['actor'], string>> = {
  wallet: 'the wallet platform',
  operator: 'an operator',
  client: 'a client of the API',
  user: 'the user',
  deadline: 'a deadline',
  start: 'the start of the server',
  file: 'a file that changed',
  protocol: 'the authorization server',
  holderPage: 'the page for holders',
};

const devices: Readonly<Record<DeviceView['state'], string>> = {
  registered: 'registered',
  unregistered: 'not registered',
};

/** Words that several screens of the operators' console use. */
export const parts = {
  about: (title: string, person: string | undefined) =>
    person === undefined ? title : `${title}: ${person}`,
  acts: (verb: string, name: string) => `${verb} ${name}`,
  searchKey: 'Search',
  exporting: (count: number) => `${n(count)} rows …`,
  exported: (count: number) => `Exported ${n(count)} rows.`,
  exportedFirst: (count: number) => `Exported the first ${n(count)} rows; there are more.`,
  exportFailed: (problem: string) => `The export failed: ${problem}`,
  states: {
    /** Of the person: it says nothing about credentials. */
    holder: { active: 'may get documents', revoked: 'revoked' },
    credential: {
      provisionPending: 'waits for the wallet',
      active: 'active',
      revoked: 'revoked',
      deleted: 'deleted from the device',
    } satisfies Readonly<Record<string, string>>,
    device: devices,
    code: { open: 'open', used: 'used', revoked: 'revoked', expired: 'expired' },
    notification: { waiting: 'waiting', failed: 'failed' },
  },
  actors,
  bySecond: (name: string, approver: string) => `${name}, approved by ${approver}`,
  reason: 'Reason',
  note: 'Note for the audit log',
  noteHint: 'It is not sent to the wallet. No personal data.',
  events: 'Audit log',
  noEvents: 'Nothing was recorded.',
  detailsOf: (count: number) => `Details of ${n(count)} entries`,
  newestEvents: (count: number) => `The newest ${n(count)} entries.`,
  allEvents: 'All entries in the audit log',
  person: 'Person',
  personOrId: 'Person or id',
  personHint: 'Name and birth date, or id',
  idHint: 'A whole id',
  findPerson: (text: string) => `Find ${text}`,
  findsPeople: 'A name with a date of birth, such as Elena Brandt 1990-01-31, finds a person.',
  severalPeople:
    'Several people have this name and date of birth. Find them under Holders, and open the one you mean.',
  noPerson: 'No person has this name and date of birth.',
  noId: 'Nothing has this id.',
  withId: 'With this id',
  filterOf: {
    holderId: (name: string) => `Person: ${name}`,
    deviceReferenceId: (id: string) => `Device: ${id}`,
  },
  open: {
    credential: (id: string) => `Open the credential ${id}`,
    device: (id: string) => `Open the device ${id}`,
  },
  noRows: 'The list is empty',
  noOtherPage: 'Nothing is on this page.',
  batchProgress: (done: number, count: number) => `${n(done)} of ${n(count)} …`,
  batchDone: (done: number, count: number) => `${n(done)} of ${n(count)} done.`,
  batchFailed: (count: number) => (count === 1 ? '1 failed' : `${n(count)} failed`),
  batchStay: 'These stay chosen so that you can try again.',
  notThere: 'Nothing was found with this id',
  back: (title: string) => `All ${title.toLowerCase()}`,
  done: 'Done.',
} as const;
