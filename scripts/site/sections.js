// What the search finds: each section of a page, and each row of a table that explains a piece of code.
import { textOf } from './markdown.js';

/** Hex and base64, which nobody types into a search. */
const BYTES = /\b(?=\S*\d)[\w+/=-]{24,}/g;

/** The level of a row of a table, below those of headings. */
const ROW = 7;

/** The sections of a page: anchor, headings and text. */
export function sectionsOf(tokens) {
  const sections = [];
  let current;
  const begin = (level, anchor, heading) => {
    current = { level, anchor, heading, text: [] };
    sections.push(current);
  };
  for (const [index, token] of tokens.entries()) {
    const id = token.attrGet('id');
    if (token.type === 'heading_open') begin(Number(token.tag.slice(1)), id, textOf(tokens[index + 1]));
    else if (token.type === 'tr_open' && id !== null) begin(ROW, id, tokens[index + 2].children[0].content);
    else if (token.type === 'inline' && tokens[index - 1].type !== 'heading_open')
      current?.text.push(textOf(token));
    else if (token.type === 'fence') current?.text.push(token.content);
  }
  return sections.map(({ text, ...section }) => ({
    ...section,
    ...(section.level === ROW && { isRow: true }),
    text: text.join(' ').replaceAll(BYTES, '').replaceAll(/\s+/g, ' ').trim(),
  }));
}
