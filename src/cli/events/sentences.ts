import { type FoldedRow, foldLooks, rowSentence } from '../../admin/contract/audit-log/fold-looks.ts';
import type { EventView } from '../../admin/contract/audit-log/methods.ts';
import { namesClient, shortId } from '../../admin/contract/audit-log/sentences.ts';
import { oneLine } from '../../conventions/printable.ts';
import type { Connection } from '../admin/connection.ts';
import { clientNames, holderNames, noneIfRefused } from '../admin/holder-names.ts';
import { decidedFacts, sentText } from '../proofings/proofing-text.ts';

/** Longer messages to the wallet are cut; --wide shows the whole message. */
const LONG = 80;

const shortened = (text: string) => (text.length > LONG ? `${text.slice(0, LONG).trimEnd()}…` : text);

/** The message to the wallet and the note of a decision, after its sentence. */
function remarks(event: EventView): string {
  const message = sentText(event);
  const texts = [message && shortened(message), event.note];
  return texts.map((text) => (text === undefined ? '' : ` – ${text}`)).join('');
}

/** The events as sentences with days as headings: `14:05:33  Grace revoked Elena Brandt’s licence: device stolen`. */
export async function eventSentences(
  events: readonly EventView[],
  connection: Connection,
  { utc }: { readonly utc?: boolean } = {},
): Promise<string> {
  if (events.length === 0) return 'No event matches.';
  const holderIds = events.flatMap(({ holderId }) => holderId ?? []);
  const holders = await noneIfRefused(holderNames(connection, holderIds));
  const clients = events.some(namesClient) ? await noneIfRefused(clientNames(connection)) : undefined;
  const zone = utc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: zone });
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone });
  const reason = ({ reason: code, message }: EventView) => decidedFacts({ reason: code, message })[0]?.[1];
  const known = {
    holder: (id: string) => holders.get(id),
    client: (id: string) => clients?.get(id),
    id: shortId,
    reason,
  };
  const dayOf = (at: string) => day.format(Date.parse(at));
  const days = Map.groupBy(foldLooks(events, { dayOf }).rows, ([event]) => dayOf(event.time));
  const lineOf = (row: FoldedRow<EventView>) => {
    const times = row.map((event) => Date.parse(event.time));
    const at = time.formatRange(Math.min(...times), Math.max(...times));
    const text = rowSentence(row, known).map((part) => part.text);
    return `  ${at}  ${oneLine([...text, remarks(row[0])].join(''))}`;
  };
  const parts = [...days].map(([heading, rows]) => [heading, ...rows.map(lineOf)].join('\n'));
  return [`Times in ${zone}`, ...parts].join('\n\n');
}
