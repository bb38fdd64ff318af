import { Link } from '../../../frame/navigation.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { isNotOffered } from '../../api.ts';
import { useFindingCounts } from '../../data.ts';
import { LevelBadge } from '../../parts/level-badge.tsx';
import { named } from '../../parts/named.ts';

const SHOWN = 5;

/** What lint finds: the rules that are broken, the worst first. */
export function FindingList() {
  const { mediation } = useMessages();
  const { overview: words, lint } = mediation;
  const { publisherId } = useAccount();
  const query = useFindingCounts();
  if (isNotOffered(query.error)) return null;
  return (
    <section className="box stack tight" aria-labelledby="findings-title">
      <Headed actions={<Link to={`/${publisherId}/lint`}>{words.allFindings}</Link>}>
        <h2 id="findings-title">{words.findings}</h2>
      </Headed>
      <Loaded query={query}>
        {(counts) => (
          <>
            {counts.length === 0 && <p className="soft">{lint.emptyText}</p>}
            <ul className="plain rows">
              {counts.slice(0, SHOWN).map(({ rule = '', level, count = 0 }) => (
                <li key={rule} className="actions spread item">
                  <Link to={`/${publisherId}/lint`} search={{ rule }}>
                    {named(lint.rules, rule)}
                  </Link>
                  <LevelBadge level={level}>{lint.count(count)}</LevelBadge>
                </li>
              ))}
            </ul>
            {counts.length > SHOWN && <p className="soft small">{words.moreRules(counts.length - SHOWN)}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}
