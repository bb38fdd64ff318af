import { methodWord } from '../../../../../src/client/group-text.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useWho } from '../../../frame/who.ts';
import { Headed } from '../../../kit/headed.tsx';
import { LongWords } from '../../../kit/long-words.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { type Change, listChanges, useRead } from '../../api.ts';
import { type ShownChange, shownChanges } from '../../model/shown-changes.ts';
import { useSummary } from '../../parts/what-changed.tsx';
import { ResourceLink } from '../resource-link.tsx';

const SHOWN = 6;
/** An experiment and its group change in one request. */
const READ = 2 * SHOWN;

/** A batch of mappings is one, too. */
const onePerRequest = (changes: readonly Change[]): readonly ShownChange[] =>
  [...Map.groupBy(shownChanges(changes), ({ requestId }) => requestId).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, SHOWN);

function Item({ change }: { readonly change: ShownChange }) {
  const { changeWords } = useMessages();
  const who = useWho();
  const summary = useSummary(change);
  return (
    <li className="stack tight item">
      <div className="actions spread">
        <span>
          {methodWord(changeWords.methods, change.method)}: <ResourceLink change={change} />
        </span>
        <span className="pair soft small">
          <LongWords text={who(change.subject, change.email)} />
          <Time at={change.time} isRelative />
        </span>
      </div>
      {summary !== '' && <div className="soft small">{summary}</div>}
    </li>
  );
}

/** What changed last, by whom. */
export function RecentChanges() {
  const { mediation } = useMessages();
  const { overview: words } = mediation;
  const { publisherId } = useAccount();
  const query = useRead(['recentChanges', publisherId], (options) =>
    listChanges({ publisher: publisherId, pageSize: READ }, options),
  );
  return (
    <section className="box stack tight" aria-labelledby="changes-title">
      <Headed actions={<Link to={`/${publisherId}/changes`}>{words.allChanges}</Link>}>
        <h2 id="changes-title">{words.changes}</h2>
      </Headed>
      <Loaded query={query}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p className="soft">{mediation.changes.emptyText}</p>
          ) : (
            <ul className="plain rows">
              {onePerRequest(changes).map((change) => (
                <Item key={`${change.requestId} ${change.resource} ${change.time}`} change={change} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
