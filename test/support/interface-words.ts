import type { Panel } from '../../src/conventions/panel.ts';

/** Words that people read only where a server runs the interface. */
const WORDS: Readonly<Record<Panel, RegExp>> = {
  issuer: /\b(issue[rs]?|phones?|wallets?|holders?|proofings?|credentials?|licences?)\b/gi,
  mediation: /\b(mediation|publishers?|ad-ops|ad units?|ad networks?)\b/gi,
};

const other: Readonly<Record<Panel, Panel>> = { issuer: 'mediation', mediation: 'issuer' };

/** Words of the interface that is off in a text or the text of a page, with what is around them. */
export const strangeWords = (text: string, on: Panel): readonly string[] =>
  [...text.replaceAll(/<[^<>]*>|\s+/g, ' ').matchAll(WORDS[other[on]])].map(({ index, input, 0: word }) =>
    input.slice(Math.max(0, index - 40), index + word.length + 40),
  );
