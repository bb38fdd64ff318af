import { Difference } from '../../kit/difference.tsx';
import { Notice } from '../../kit/states.tsx';
import { Table } from '../../kit/table.tsx';
import { useMessages } from '../../messages/index.ts';
import { type Differing, differing, isMembers } from '../model/side-by-side.ts';
import { named } from './named.ts';

type Shown = Readonly<Record<string, unknown>>;

interface SideBySideProps {
  /** As `forDifference` makes them. */
  readonly before: Shown;
  readonly after: Shown;
  readonly heads: readonly [string, string];
  readonly same: string;
  /** For long heads, which are named once on a phone, and in each row by these. */
  readonly shorts?: readonly [string, string];
}

/** Members and values of groups as `forDifference` makes them, in words. */
export function useSideWords() {
  const { changeWords, mediation } = useMessages();
  const { group, groups, lines, words } = mediation;
  const members: Readonly<Record<string, string>> = {
    displayName: group.name,
    state: group.state,
    experiment: groups.columns.experiment,
    targeting: group.targeting,
    platform: group.platform,
    format: group.format,
    targetedRegionCodes: group.targeted,
    excludedRegionCodes: group.excluded,
    idfaTargeting: group.idfa,
    adUnits: group.adUnits,
    cpm: lines.cpm,
    adSource: lines.source,
    mappings: lines.mappings,
  };
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    state: words.states,
    platform: words.platforms,
    format: words.formats,
    idfaTargeting: group.idfaModes,
    cpm: { LIVE: lines.byAuction },
    experiment: changeWords.experiments,
  };
  const value = (one: unknown, member: string): string => {
    if (one === undefined) return group.nothing;
    if (Array.isArray(one)) return one.join(', ') || group.nothing;
    if (!isMembers(one)) return named(values[member] ?? {}, String(one));
    const parts = Object.entries(one).map(([name, part]) => {
      if (name in members) return name === 'mappings' ? '' : value(part, name);
      return `${name}: ${value(part, name)}`;
    });
    return parts.filter(Boolean).join(', ') || group.nothing;
  };
  return {
    what([first = '', ...rest]: Differing['path']): string {
      if (first !== 'lines') return named(members, rest.at(-1) ?? first);
      const [line = '', member, unit] = rest;
      if (member === undefined) return line;
      return `${line}: ${unit === undefined ? named(members, member) : `${changeWords.members.adUnitMappings} ${unit}`}`;
    },
    value,
  };
}

/** Two groups or variants, value by value; line by line for who wants all of it. */
export function SideBySide({ before, after, heads, same, shorts }: SideBySideProps) {
  const { group } = useMessages().mediation;
  const words = useSideWords();
  const rows = differing(before, after);
  if (rows.length === 0) return <Notice kind="good">{same}</Notice>;
  const side = (index: 0 | 1) => ({
    key: `side-${index}`,
    head: heads[index],
    short: shorts?.[index],
    cell: ({ path, values }: Differing) => words.value(values[index], path.at(-1) ?? ''),
  });
  const columns = [
    { key: 'what', head: group.what, isTitle: true, cell: ({ path }: Differing) => words.what(path) },
    side(0),
    side(1),
  ];
  return (
    <div className="stack tight">
      {shorts && (
        <p className="narrow-only">
          {shorts.map((short, index) => (
            <span key={short}>
              <strong>{short}</strong> {heads[index]}
            </span>
          ))}
        </p>
      )}
      <Table
        caption={group.differenceCaption}
        columns={columns}
        rows={rows}
        rowKey={({ path }) => path.join('\n')}
      />
      <details>
        <summary>{group.lineByLine}</summary>
        <Difference before={before} after={after} />
      </details>
    </div>
  );
}
