import type { AdapterConfigMetadata } from '../../ports/catalogue.ts';
import { inEachLine, type Rule } from '../rule.ts';
import { lineWords } from '../words.ts';

const PLACEHOLDER =
  /^(?:todo|tbd|fixme|change[ _-]?me|placeholder|undefined|null|none|n\/a|x{3,}|\?+|-+|\.{2,}|<[^<>]*>|\{[^{}]*\}|\[[^[\]]*\]|(?:your|my|insert|enter|replace)[ _-].*)$/i;

/** What is wrong with the value of a setting; undefined if nothing is. */
function problem({ required }: AdapterConfigMetadata, value: string): string | undefined {
  const trimmed = value.trim();
  if (trimmed === '') return required ? 'is empty' : undefined;
  if (trimmed !== value) return 'begins or ends with a blank';
  return PLACEHOLDER.test(value) ? 'is placeholder text' : undefined;
}

const valueIn = (values: Readonly<Record<string, string>>, id: string) =>
  Object.hasOwn(values, id) ? (values[id] ?? '') : '';

export const SETTINGS: readonly Rule[] = [
  {
    id: 'config-missing',
    level: 'error',
    text: 'A mapping in use has an empty required setting, placeholder text, or surrounding blanks.',
    action: 'Create a mapping with the value from the console of the network, and name it in the line.',
    sources: ['AM'],
    check: inEachLine(function* (line, _group, { mapping, catalogue }) {
      for (const [adUnitId, name] of Object.entries(line.adUnitMappings)) {
        const { adapterId, configurations } = mapping(name) ?? { adapterId: '', configurations: {} };
        for (const setting of catalogue.adapter(adapterId)?.configMetadata ?? []) {
          const found = problem(setting, valueIn(configurations, setting.id));
          if (!found) continue;
          const text = `“${setting.label}” ${found} in the mapping of ${adUnitId} for the line ${lineWords(line)}.`;
          yield { text, adUnitId, mapping: name };
        }
      }
    }),
  },
];
