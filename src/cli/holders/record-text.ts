import { ELEMENT_WORDS as WORDS } from '../../admin/contract/explained/elements.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { labelOf, namespaceText, rowsOf, valueTexts, withoutRepeats } from '../../client/record-text.ts';
import { facts } from '../output.ts';

const LOCALE = 'en-GB';

/** A record in words, by the specification that its elements are from. */
export function recordText({ namespaces, earlier }: AdminResponse<'getHolderRecord'>): string {
  const parts = withoutRepeats(namespaces).map(({ name, elements }) => {
    const rows = rowsOf(elements, WORDS).map(({ label, element }) => [
      label,
      // A terminal breaks lines anywhere.
      valueTexts(element, LOCALE, WORDS).join('; ').replaceAll('\u00a0', ' '),
    ]);
    return `${namespaceText(name, WORDS)}\n${facts(Object.fromEntries(rows))}`;
  });
  if (earlier) {
    const changed = earlier.changedElements.map((path) => labelOf(path.split('/').at(-1) ?? path, WORDS));
    const names = [...new Set(changed)].join(', ');
    parts.push(`Changed ${earlier.replaceTime}, to version ${earlier.recordVersion + 1}: ${names}`);
  }
  return parts.join('\n\n');
}
