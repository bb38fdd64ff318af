import { labelOf } from '../../../../../../src/client/record-text.ts';
import { upperFirst } from '../../../../../../src/conventions/upper-first.ts';

const ELEMENT = /^elements\/[^/]+\/([^[.]+)(.*)$/;

/** The heading for an element that the file does not have. */
export const headingFor = (path: string): string | undefined => ELEMENT.exec(path)?.[1];

/** `elements/org.iso.18013.5.1/issuing_country` as `Issuing country`; other paths as they are. */
export function wordsOfPath(path: string, words: Parameters<typeof labelOf>[1]): string {
  const [, identifier, within = ''] = ELEMENT.exec(path) ?? [];
  return identifier === undefined ? path : `${upperFirst(labelOf(identifier, words))}${within}`;
}

/** The column of a CSV file that a finding is about: `elements/<namespace>/<identifier>[0]…`. */
export function columnOfPath(path: string, headings: readonly string[]): string | undefined {
  const [, rest = ''] = path.startsWith('elements/') ? ['', path.slice('elements/'.length)] : ['', path];
  const bare = rest.replace(/\[.*$/, '');
  const identifier = bare.slice(bare.lastIndexOf('/') + 1);
  const matches = (heading: string) =>
    heading === bare || heading === path || bare.startsWith(`${heading}/`) || heading === identifier;
  return headings.find(matches);
}
