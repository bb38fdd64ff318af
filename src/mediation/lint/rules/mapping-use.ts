import type { Facts } from '../lint-facts.ts';
import type { LintLine } from '../model.ts';
import { inEachArm, type Rule } from '../rule.ts';
import { lineWords } from '../words.ts';

/** Two mappings with equal keys request the same ads; undefined if the mapping has no values to compare. */
function valuesOf(name: string, { mapping }: Facts): string | undefined {
  const { adapterId, configurations = {} } = mapping(name) ?? {};
  const values = Object.entries(configurations).sort(([one], [other]) => (one < other ? -1 : 1));
  return values.length === 0 ? undefined : JSON.stringify([adapterId, values]);
}

interface User {
  readonly line: LintLine;
  readonly name: string;
}

export const MAPPING_USE: readonly Rule[] = [
  {
    id: 'mapping-shared',
    level: 'error',
    text: 'Two lines of a group have the same mapping for an ad unit, or mappings with the same values.',
    action: 'Create a placement at the network for each line, and a mapping with its own values.',
    sources: ['AM', 'MP'],
    check: inEachArm(function* (lines, _group, facts) {
      const users = new Map<string, User>();
      for (const line of lines) {
        for (const [adUnitId, name] of Object.entries(line.adUnitMappings)) {
          const values = valuesOf(name, facts);
          const keys = [`${adUnitId} ${name}`, ...(values === undefined ? [] : [`${adUnitId} ${values}`])];
          const other = keys.map((key) => users.get(key)).find((user) => user !== undefined);
          for (const key of keys) if (!users.has(key)) users.set(key, { line, name });
          if (!other) continue;
          const what = other.name === name ? 'the same mapping' : 'mappings with the same values';
          yield {
            text: `The lines ${lineWords(other.line)} and ${lineWords(line)} have ${what} for ${adUnitId}.`,
            lineId: line.lineId,
            adUnitId,
            mapping: name,
          };
        }
      }
    }),
  },
  {
    id: 'mapping-orphan',
    level: 'hint',
    text: 'No line uses a mapping.',
    action: 'Nothing needs to be done: mappings cannot be deleted. Use it in a line if it was forgotten.',
    sources: ['X'],
    *check({ groups, mappings, catalogue }) {
      const used = new Set<string>();
      for (const { lines } of groups) {
        for (const { adUnitMappings } of lines) {
          for (const name of Object.values(adUnitMappings)) used.add(name);
        }
        yield;
      }
      for (const [index, { name, adUnitId, adapterId }] of mappings.entries()) {
        if (index % 1000 === 0) yield;
        if (used.has(name)) continue;
        const what = catalogue.adapter(adapterId)?.title ?? name;
        const text = `No line uses the mapping of ${adUnitId} for ${what}.`;
        yield { text, adUnitId, mapping: name };
      }
    },
  },
];
