import { canServe } from '../../enum-values.ts';
import type { AdSource } from '../../ports/catalogue.ts';
import type { Facts, ServingGroup } from '../lint-facts.ts';
import type { LintLine } from '../model.ts';
import { needsMapping } from '../needs-mapping.ts';
import { networkOf } from '../network-of-source.ts';
import { inEachArm, inEachLine, type Rule } from '../rule.ts';
import { groupWords, lineWords, some } from '../words.ts';

const sourcesOf = (lines: readonly LintLine[], { source, isOwn }: Facts): readonly AdSource[] =>
  lines.filter((line) => !isOwn(line)).flatMap((line) => source(line) ?? []);

/** Whether a source can serve the format of a group on its platform. */
const serves = ({ adapters }: AdSource, { targeting }: ServingGroup) =>
  adapters.length === 0 ||
  adapters.some(
    ({ platform, formats }) => platform === targeting.platform && canServe(formats, targeting.format),
  );

/** Ad units of a group for which both lines of one bidder are asked. */
function askedTwice(one: LintLine, other: LintLine, bidder: AdSource, { targeting }: ServingGroup) {
  const needs = needsMapping(bidder, targeting);
  const asked = ({ adUnitMappings }: LintLine, adUnitId: string) =>
    !needs || Object.hasOwn(adUnitMappings, adUnitId);
  return targeting.adUnitIds.filter((adUnitId) => asked(one, adUnitId) && asked(other, adUnitId));
}

export const BIDDING: readonly Rule[] = [
  {
    id: 'bidding-and-waterfall',
    level: 'warning',
    text: 'A group asks one network by bidding and in the waterfall.',
    action: 'Keep the bidding line and disable the lines of the network in the waterfall.',
    sources: ['LP', 'FB'],
    check: inEachArm(function* (lines, group, facts) {
      const bidders = new Set(
        sourcesOf(lines, facts).flatMap((one) => (one.kind === 'BIDDING' ? networkOf(one) : [])),
      );
      for (const line of lines) {
        const source = facts.source(line);
        if (source?.kind !== 'WATERFALL' || !bidders.has(networkOf(source))) continue;
        const text = `${groupWords(group)} asks ${source.title} by bidding, and again with the line ${lineWords(line)}.`;
        yield { text, lineId: line.lineId };
      }
    }),
  },
  {
    id: 'bidding-missing',
    level: 'hint',
    text: 'A group has no bidder, though the catalogue has one of a network that the group uses.',
    action: 'Add a line of the bidding source, and disable the lines of the network in the waterfall.',
    sources: ['LP', 'MP'],
    check: inEachArm(function* (lines, group, facts) {
      const used = sourcesOf(lines, facts);
      if (used.some(({ kind }) => kind === 'BIDDING')) return;
      const networks = new Set(used.map(networkOf));
      const bidders = facts.catalogue.adSources.filter(
        (source) => source.kind === 'BIDDING' && networks.has(networkOf(source)) && serves(source, group),
      );
      if (bidders.length === 0) return;
      yield {
        text: `${groupWords(group)} has no bidder. The catalogue has ${some(bidders.map(({ title }) => title))}.`,
      };
    }),
  },
  {
    id: 'bidding-duplicate',
    level: 'error',
    text: 'Two lines of a group ask the same bidder for an ad unit.',
    action: 'Disable one of the lines.',
    sources: ['AM'],
    check: inEachArm(function* (lines, group, { source }) {
      const bidding = lines.filter((line) => source(line)?.kind === 'BIDDING');
      const firsts = new Map<string, LintLine>();
      for (const line of bidding) {
        const first = firsts.get(line.adSourceId);
        if (!first) {
          firsts.set(line.adSourceId, line);
          continue;
        }
        const adUnitIds = askedTwice(first, line, source(line) as AdSource, group);
        if (adUnitIds.length === 0) continue;
        const text = `The lines ${lineWords(first)} and ${lineWords(line)} ask the same bidder for ${some(adUnitIds)}.`;
        yield { text, lineId: line.lineId, adUnitId: adUnitIds[0] as string };
      }
    }),
  },
  {
    id: 'bidding-with-manual-price',
    level: 'warning',
    text: 'A line of a bidding source has a fixed price.',
    action: 'Set the CPM mode to LIVE: bidders compete with the price of each request.',
    sources: ['FB'],
    check: inEachLine(function* (line, _group, { isBidding }) {
      if (!isBidding(line) || line.cpmMode !== 'MANUAL') return;
      yield { text: `The bidding line ${lineWords(line)} has a fixed price.` };
    }),
  },
];
