import { type FoldedRow, rowSentence } from '../../../../../src/admin/contract/audit-log/fold-entries.ts';
import { namesClient, type Part } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useSession } from '../../../frame/session.tsx';
import { shownId } from '../../../kit/shown-id.ts';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { useClientNames } from '../client-names.ts';
import { useDecisionFacts } from '../decision-text.tsx';
import { isLinked, PLACES } from '../id-link.tsx';
import { useHolderName } from '../people/names.ts';

export type EventRow = AdminResponse<'listEvents'>['events'][number];

/** Screens of the mediation console, by the kind of resource in a resource name. */
const SCREENS: Readonly<Record<string, string>> = { apps: 'inventory', adUnits: 'inventory' };

/** The address of a resource in the mediation console, for a person who works on its publisher account there. */
function useMediationAddress(name = ''): string | undefined {
  const { otherConsole, person } = useSession().session;
  const [, publisher = '', kind = '', id, part, experiment] = name.split('/');
  if (otherConsole === undefined || !person.publishers?.includes(publisher)) return undefined;
  // The router reads the id as JSON.
  const tab = experiment === undefined ? '' : `?tab=experiment&experiment="${experiment}"`;
  const screen =
    kind === 'mediationGroups'
      ? `groups/${id}${tab}`
      : part === 'adUnitMappings'
        ? 'mappings'
        : SCREENS[kind];
  return screen && new URL(`${publisher}/${screen}`, otherConsole).href;
}

function PartView({ part: { text, about } }: { readonly part: Part }) {
  const { common } = useMessages();
  const address = useMediationAddress(about?.id);
  if (about && isLinked(about.subject))
    return (
      <Link to={PLACES[about.subject]} params={{ id: about.id }}>
        {text}
      </Link>
    );
  if (address) return <a href={address}>{text}</a>;
  return <span title={about?.id}>{about ? text : common.word(text)}</span>;
}

/** Several entries are looks that are equal but for their times. */
export type LogRow = FoldedRow<EventRow>;

/** What happened, in words, with links to the people and things in it. */
export function Sentence({ row }: { readonly row: LogRow }) {
  const { common } = useMessages();
  const name = useHolderName(row[0].holderId);
  const clients = useClientNames(namesClient(row[0]));
  const factsOf = useDecisionFacts();
  const reason = (one: Pick<EventRow, 'reason' | 'message'>) =>
    factsOf({ reason: one.reason, message: one.message })[0]?.[1];
  const parts = rowSentence(row, {
    holder: () => name,
    client: (id) => clients.get(id),
    id: shownId,
    reason,
  });
  const whole = parts.map(({ text, about }) => (about ? text : common.word(text))).join('');
  return (
    <span title={whole}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no other identity.
        <PartView key={index} part={part} />
      ))}
    </span>
  );
}
