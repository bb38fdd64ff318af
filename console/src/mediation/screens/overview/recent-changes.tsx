import { Link } from '../../../frame/navigation.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { LongWords } from '../../../kit/long-words.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { type Change, listChanges, useRead } from '../../api.ts';
import { groupChanges } from '../../model/group-changes.ts';
import { useAuthor } from '../../parts/author.ts';
import { useFieldWords } from '../../parts/field-words.ts';
import { methodWord, shortList } from '../../parts/named.ts';
import { isGroup } from '../change-detail.tsx';
import { ResourceLink } from '../resource-link.tsx';

const SHOWN = 6;
/** An experiment and its group change in one request. */
const READ = 2 * SHOWN;

const onePerRequest = (changes: readonly Change[]): readonly Change[] =>
  [...Map.groupBy(changes, ({ requestId }) => requestId).values()]
    .flatMap(
      (some) => some.find(({ resource }) => resource.includes('/mediationAbExperiments/')) ?? some[0] ?? [],
    )
    .slice(0, SHOWN);

function Item({ change }: { readonly change: Change }) {
  const { mediation } = useMessages();
  const author = useAuthor();
  const { before, after } = change;
  const text = useFieldWords(after ?? {}, before ?? {});
  const what = methodWord(mediation.changes.methods, change.method);
  const values =
    before && after && isGroup(change.resource) ? groupChanges(before, after).map(text.summary) : [];
  return (
    <li className="stack tight item">
      <div className="actions spread">
        <span>
          {what}: <ResourceLink change={change} />
        </span>
        <span className="pair soft small">
          <LongWords text={author(change)} />
          <Time at={change.time} isRelative />
        </span>
      </div>
      {values.length > 0 && <div className="soft small">{shortList(values, mediation.words.more, 2)}</div>}
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
