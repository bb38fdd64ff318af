import { type FoldedRow, rowSentence } from '../../../../../src/admin/contract/audit-log/fold-looks.ts';
import type { Part } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { useDecisionFacts } from '../decision-text.tsx';
import { isLinked, PLACES } from '../id-link.tsx';
import { useHolderName } from '../people/names.ts';

export type EventRow = AdminResponse<'listEvents'>['events'][number];

const LONG = 16;
const SHOWN = 8;

const shortId = (id: string) => (id.length > LONG ? `${id.slice(0, SHOWN)}…` : id);

function PartView({ part: { text, about } }: { readonly part: Part }) {
  const { common } = useMessages();
  if (about && isLinked(about.subject))
    return (
      <Link to={PLACES[about.subject]} params={{ id: about.id }}>
        {text}
      </Link>
    );
  return <span title={about?.id}>{about ? text : common.word(text)}</span>;
}

/** Several entries are looks that are equal but for their times. */
export type LogRow = FoldedRow<EventRow>;

/** What happened, in words, with links to the people and things in it. */
export function Sentence({ row }: { readonly row: LogRow }) {
  const name = useHolderName(row[0].holderId);
  const factsOf = useDecisionFacts();
  const reason = (one: Pick<EventRow, 'reason' | 'message'>) =>
    factsOf({ reason: one.reason, message: one.message })[0]?.[1];
  const parts = rowSentence(row, { holder: () => name, id: shortId, reason });
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no other identity.
        <PartView key={index} part={part} />
      ))}
    </>
  );
}
