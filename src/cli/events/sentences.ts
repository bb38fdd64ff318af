import { type FoldedRow, foldEntries, rowSentence } from '../../admin/contract/audit-log/fold-entries.ts';
import type { EventView } from '../../admin/contract/audit-log/methods.ts';
import { type Known, namesClient, shortId } from '../../admin/contract/audit-log/sentences.ts';
import { CHANGE_WORDS } from '../../admin/contract/explained/changes.ts';
import { eventSummary } from '../../client/change-summary.ts';
import { formatCpm } from '../../client/cpm.ts';
import type { Connection } from '../admin/connection.ts';
import { clientNames, holderNames, noneIfRefused } from '../admin/holder-names.ts';
import { decidedFacts, sentText } from '../proofings/proofing-text.ts';
import { byDay, dayText } from './by-day.ts';

/** How prices and times of a change are shown. */
export const SHOWN = { price: (micros: string) => formatCpm(micros, 'en-GB'), time: (text: string) => text };

/** What a change did, in a few words; empty if the sentence says all. */
export const summaryOf = (event: EventView): string => eventSummary(event, CHANGE_WORDS, SHOWN);

/** What changed, and the message to the wallet and the note of a decision, after the sentence. */
const remarks = (event: EventView) =>
  [summaryOf(event), sentText(event), event.note].map((text) => (text ? ` – ${text}` : ''));

/** Names of the holders and clients in these events, as far as the caller may see them. The audit log records the look. */
export async function knownFor(events: readonly EventView[], connection: Connection): Promise<Known> {
  const holderIds = events.flatMap(({ holderId }) => holderId ?? []);
  const holders = await noneIfRefused(holderNames(connection, holderIds));
  const clients = events.some(namesClient) ? await noneIfRefused(clientNames(connection)) : undefined;
  return {
    holder: (id) => holders.get(id),
    client: (id) => clients?.get(id),
    id: shortId,
    reason: ({ reason: code, message }) => decidedFacts({ reason: code, message })[0]?.[1],
  };
}

const TAKES_ID = '--holder takes the id of a holder; diptych holders list shows ids.';

/** The events as sentences with days as headings: `14:05:33  Grace revoked Elena Brandt’s licence: device stolen`. */
export async function eventSentences(
  events: readonly EventView[],
  connection: Connection,
  { utc, holderId }: { readonly utc?: boolean; readonly holderId?: string } = {},
): Promise<string> {
  if (events.length === 0)
    return holderId === undefined ? 'No event matches.' : `No event matches. ${TAKES_ID}`;
  const known = await knownFor(events, connection);
  const textOf = (row: FoldedRow<EventView>) =>
    [...rowSentence(row, known).map((part) => part.text), ...remarks(row[0])].join('');
  const { rows } = foldEntries(events, { dayOf: dayText(utc) });
  return byDay(
    rows.map((row) => ({ times: row.map(({ time }) => time), texts: [textOf(row)] })),
    utc,
  );
}
