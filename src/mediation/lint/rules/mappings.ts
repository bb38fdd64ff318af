import { needsMapping } from '../needs-mapping.ts';
import { inEachLine, type Rule } from '../rule.ts';
import { lineWords, some } from '../words.ts';

export const MAPPINGS: readonly Rule[] = [
  {
    id: 'mapping-missing',
    level: 'error',
    text: 'An enabled line of another network has no mapping for one of the ad units of its group.',
    action:
      'Create a mapping for the ad unit and name it in the line; until then, the line is skipped there.',
    sources: ['AM'],
    check: inEachLine(function* (line, group, { source, mapping }) {
      const adSource = source(line);
      if (!adSource || !needsMapping(adSource, group.targeting)) return;
      const { adUnitMappings } = line;
      const missing = group.targeting.adUnitIds.filter(
        (adUnitId) => !Object.hasOwn(adUnitMappings, adUnitId) || !mapping(adUnitMappings[adUnitId] ?? ''),
      );
      if (missing.length === 0) return;
      yield {
        text: `The line ${lineWords(line)} has no mapping for ${some(missing)}.`,
        adUnitId: missing[0] as string,
      };
    }),
  },
  {
    id: 'mapping-for-foreign-unit',
    level: 'error',
    text: 'A line has a mapping of another ad unit, or one for an ad unit that its group does not have.',
    action: 'Name a mapping of the same ad unit, and add the ad unit to the group or remove the entry.',
    sources: ['X'],
    check: inEachLine(function* (line, { targeting }, { mapping }) {
      const own = new Set(targeting.adUnitIds);
      for (const [adUnitId, name] of Object.entries(line.adUnitMappings)) {
        const of = mapping(name)?.adUnitId;
        const place = { adUnitId, mapping: name };
        const words = `The line ${lineWords(line)} has a mapping`;
        if (!own.has(adUnitId)) {
          yield { text: `${words} for ${adUnitId}, which is not in its group.`, ...place };
        } else if (of !== undefined && of !== adUnitId) {
          yield { text: `${words} of ${of} for ${adUnitId}.`, ...place };
        }
      }
    }),
  },
  {
    id: 'adapter-gone',
    level: 'warning',
    text: 'The ad source of a line, or the adapter of one of its mappings, is not in the catalogue.',
    action: 'Use a source and an adapter of the catalogue; until then, apps do not get the line.',
    sources: ['X'],
    check: inEachLine(function* (line, _group, { source, mapping, catalogue }) {
      const words = `The line ${lineWords(line)} uses`;
      if (!source(line))
        yield { text: `${words} the ad source ${line.adSourceId}, which the catalogue does not have.` };
      for (const [adUnitId, name] of Object.entries(line.adUnitMappings)) {
        const adapterId = mapping(name)?.adapterId;
        if (adapterId === undefined || catalogue.adapter(adapterId)) continue;
        const text = `${words} the adapter ${adapterId}, which the catalogue does not have.`;
        yield { text, adUnitId, mapping: name };
      }
    }),
  },
];
