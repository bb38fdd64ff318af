import { Link } from '../../../frame/navigation.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { isNotOffered } from '../../api.ts';
import { useFindingCounts } from '../../data.ts';
import { better, type FindingCounts, wrong } from '../../model/findings.ts';
import { LevelBadge } from '../../parts/level-badge.tsx';
import { named } from '../../parts/named.ts';

/** Rules of each kind. */
const SHOWN = 4;

/** What lint finds: the rules that are broken, the worst first; hints, which are no faults, by themselves. */
export function FindingList() {
  const { mediation } = useMessages();
  const { overview: words, lint } = mediation;
  const { publisherId } = useAccount();
  const query = useFindingCounts();
  if (isNotOffered(query.error)) return null;
  const part = (title: string, counts: FindingCounts) =>
    counts.length > 0 && (
      <>
        <h3>{title}</h3>
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
    );
  return (
    <section className="box stack tight" aria-labelledby="findings-title">
      <Headed actions={<Link to={`/${publisherId}/lint`}>{words.allFindings}</Link>}>
        <h2 id="findings-title">{words.findings}</h2>
      </Headed>
      <Loaded query={query}>
        {(counts) => (
          <>
            {[...wrong(counts), ...better(counts)].length === 0 && <p className="soft">{lint.emptyText}</p>}
            {part(words.wrong, wrong(counts))}
            {part(words.better, better(counts))}
          </>
        )}
      </Loaded>
    </section>
  );
}
