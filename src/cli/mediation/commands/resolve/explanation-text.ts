import type { Explanation, Line, Step } from '../../../../resolve/index.ts';
import { type TableOptions, table } from '../../../table/table.ts';
import { wrapped } from '../../../table/wrapped.ts';
import { decimal } from '../../text/money.ts';
import { leftOutText } from './left-out-lines.ts';
import type { Names } from './names.ts';

const title = (names: ReadonlyMap<string, string>, id: string) =>
  names.has(id) ? `${names.get(id)} (${id})` : id;

const MARKS: Readonly<Record<string, string>> = { CHOSEN: 'yes', BEHIND: 'no' };

/** Names of groups in the text of a step, which has only ids. */
const named = (text: string, { groups }: Names) =>
  text.replace(/group (\d+)/, (whole, id: string) => (groups.has(id) ? `${groups.get(id)}` : whole));

/** Text broken at 80 columns, the later lines indented. */
const indented = (text: string, indent: string): string =>
  wrapped(text, 80 - indent.length).join(`\n${indent}`);

function groupText({ id, outcome, text }: Step, names: Names): string {
  const mark = (MARKS[outcome] ?? 'no').padEnd(4);
  return `   ${mark}${title(names.groups, id)}\n       ${indented(named(text, names), '       ')}`;
}

const WHY: Readonly<Record<Line['kind'], string>> = {
  BIDDING: 'bids with the others',
  WATERFALL: 'by its price',
  CUSTOM_EVENT: 'by its price',
  NETWORK: 'own network, last among equals',
};

function lineRow(line: Line, place: string, names: Names): readonly string[] {
  const { id, adSourceId, kind, cpmMicros } = line;
  return [
    place,
    id === undefined ? '-' : (names.lines.get(id) ?? id),
    names.sources.get(adSourceId) ?? adSourceId,
    cpmMicros === undefined ? '-' : decimal(cpmMicros),
    id === undefined ? 'there is no other line' : WHY[kind],
  ];
}

/** The way from the request to the lines, step by step. */
export function explanationText(explanation: Explanation, names: Names, options: TableOptions = {}): string {
  const { resolution, steps } = explanation;
  const about = (kind: Step['about']) => steps.filter((step) => step.about === kind);
  const [adUnit] = about('AD_UNIT');
  const groups = about('GROUP');
  const [experiment] = about('EXPERIMENT');
  const { mediationGroupId, bidding, waterfall } = resolution;
  const chosen =
    mediationGroupId === undefined
      ? 'No group applies: the own network serves alone'
      : `The group is ${title(names.groups, mediationGroupId)}`;
  const variant = experiment?.outcome === 'VARIANT_B' ? 'variant B' : 'variant A';
  const parts = [
    `1  The ad unit ${title(names.units, adUnit?.id ?? '')}\n   ${adUnit?.text}.`,
    [`2  ${chosen}`, ...groups.map((step) => groupText(step, names))].join('\n'),
    experiment === undefined
      ? '3  No experiment runs in it'
      : `3  Experiment ${experiment.id}: ${variant}\n   ${indented(experiment.text, '   ')}`,
  ];
  const rows = [
    ...bidding.map((line) => lineRow(line, 'bid', names)),
    ...waterfall.map((line, index) => lineRow(line, String(index + 1), names)),
  ];
  const order = table(['turn', 'line', 'ad source', 'cpm', 'why'], rows, {
    wide: options.wide,
    cut: ['line', 'ad source'],
  });
  const left = leftOutText(explanation, names);
  return [...parts, `4  Its lines are tried in this order\n${order}`, ...left].join('\n\n');
}
