import { shortId } from '../../../../src/admin/contract/audit-log/sentences.ts';

export type Listed = 'holder' | 'credential' | 'proofing' | 'device';

export interface Row {
  readonly id: string;
  readonly holderId?: string;
}

/** What was found by its id, or by the name of its person. */
export interface Hit {
  readonly kind: Listed;
  readonly row: Row;
}

export const ownerOf = ({ kind, row }: Hit): string | undefined =>
  kind === 'holder' ? row.id : row.holderId;

/** Whether actions can be offered: all hits are one thing, or one person with the credentials and devices of that person. */
export const canActOn = (hits: readonly Hit[]): boolean =>
  hits.length === 1 || (hits.some(({ kind }) => kind === 'holder') && new Set(hits.map(ownerOf)).size === 1);

/** The texts of the hits. Hits with the same text, such as two licences of one person, get their ids too. */
export const textsWithIds = (hits: readonly Hit[], texts: readonly string[]): readonly string[] =>
  texts.map((text, index) => {
    const id = hits[index]?.row.id ?? text;
    return text === id || texts.indexOf(text) === texts.lastIndexOf(text) ? text : `${text} ${shortId(id)}`;
  });
