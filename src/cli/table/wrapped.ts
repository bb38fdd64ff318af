import { displayWidth, startOf } from './display-width.ts';

/** A word in parts of at most `width` columns. */
function partsOf(word: string, width: number): readonly string[] {
  const part = startOf(word, width);
  return part === '' || part === word ? [word] : [part, ...partsOf(word.slice(part.length), width)];
}

/** A text as lines of at most `width` columns, broken at spaces where possible. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => partsOf(one, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
