import { hasWords } from '../../../../src/conventions/has-words.ts';
import { shownId } from '../../kit/shown-id.ts';
import type { ActionPlace, ActsOn } from './action-places.ts';

export interface Row {
  readonly id: string;
  readonly holderId?: string;
  /** Of users. */
  readonly email?: string;
  /** Of OAuth clients. */
  readonly name?: string;
}

/** What was found by its id, or by the name of its person. */
export interface Hit {
  readonly kind: ActsOn | 'device';
  readonly row: Row;
}

export const ownerOf = ({ kind, row }: Hit): string | undefined =>
  kind === 'holder' ? row.id : row.holderId;

/** Whether actions can be offered: all hits are one thing, or one person with what belongs to that person. */
export const canActOn = (hits: readonly Hit[]): boolean =>
  hits.length === 1 || (hits.some(({ kind }) => kind === 'holder') && new Set(hits.map(ownerOf)).size === 1);

/** Whether a person with this name was found; a person found by the id may have another name. */
export const hasPerson = (
  hits: readonly Hit[],
  names: ReadonlyMap<string, string | undefined>,
  name: string,
): boolean => hits.some(({ kind, row }) => kind === 'holder' && hasWords(names.get(row.id) ?? '', name));

/** Whether an action can be done with what was found, by the person with this id. The page decides if only the id was read. */
export const isFor = ({ of, when }: ActionPlace, { kind, row }: Hit, by: string): boolean =>
  kind === of && (Object.keys(row).length === 1 || (when?.({ ...row }, by) ?? true));

/** The texts of the hits. Hits with the same text, such as two licences of one person, get their ids too. */
export const textsWithIds = (hits: readonly Hit[], texts: readonly string[]): readonly string[] =>
  texts.map((text, index) => {
    const id = hits[index]?.row.id ?? text;
    if (text === id) return shownId(id);
    return texts.indexOf(text) === texts.lastIndexOf(text) ? text : `${text} ${shownId(id)}`;
  });

const keyOf = ({ kind, row: { id } }: Hit) => `${kind} ${id}`;

/** Each thing once, as it was found first. */
export const withoutRepeats = (hits: readonly Hit[]): readonly Hit[] => {
  const keys = hits.map(keyOf);
  return hits.filter((hit, index) => keys.indexOf(keyOf(hit)) === index);
};
