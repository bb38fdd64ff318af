import { SIGNED_DOCUMENTS } from '../../../src/admin/contract/words.ts';
import { upperFirst } from '../../../src/conventions/upper-first.ts';

/** The status lists, by which readers see revocations. */
export const statusLists = {
  title: 'Status lists',
  lead: `Readers fetch these lists to see which ${SIGNED_DOCUMENTS.first} were revoked.`,
  emptyTitle: 'No status list yet',
  emptyText: `Set issuer.status.uri to the address where readers fetch them. The first ${SIGNED_DOCUMENTS.one} then opens the first lists.`,
  until: (day: string) => `${upperFirst(SIGNED_DOCUMENTS.many)} until ${day}`,
  numbered: (number: number, count: number) => `List ${number} of ${count}`,
  state: 'State',
  states: {
    published: 'published',
    unpublished: 'not published',
    expired: 'expired',
    late: 'late',
  },
  noSigner: (root: string) => `No key signs the status lists of the root ${root}`,
  noSignerText:
    'They are not published. On the screen Keys, rotate the status signer. If the key of this root is not on this server, request a certificate for a status signer and import it.',
  fine: (count: number, since: string, next: string) =>
    count === 1
      ? `One list, published at ${since}; the next publication is at ${next}.`
      : `${count} lists, all published at ${since}; the next publication is at ${next}.`,
  orLater: (time: string) => `${time} or later`,
  problems: (count: number, all: number) =>
    `${count} of ${all} ${all === 1 ? 'list' : 'lists'} ${count === 1 ? 'has' : 'have'} a problem`,
  problemsText:
    'Readers refuse a credential if its list is expired or missing. The log of the server tells why nothing is published.',
  publish: 'Publish now',
  published: (count: number) => (count === 1 ? 'One list was published.' : `${count} lists were published.`),
} as const;
