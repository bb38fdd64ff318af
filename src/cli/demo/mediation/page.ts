const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const plain = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : plain(value);
}

export type Fields = readonly (readonly [string, string])[];

/** The form of a page that leads to an address with this end, and what it sends by itself. */
export function formOf(html: string, end: string): { readonly action: string; readonly fields: Fields } {
  for (const [form, tag = ''] of html.matchAll(/(<form[^>]*>)[\s\S]*?<\/form>/g)) {
    const action = attribute(tag, 'action') ?? '';
    if (!action.endsWith(end)) continue;
    const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => input);
    const sent = inputs.filter((input) => attribute(input, 'type') !== 'checkbox' || / checked/.test(input));
    return {
      action,
      fields: sent.map((input) => [attribute(input, 'name') ?? '', attribute(input, 'value') ?? '']),
    };
  }
  throw new Error(`the page has no form that leads to ${end}`);
}

/** How markup reads as text; a tag that is not named is a space. */
const TEXT_OF_MARKUP: readonly (readonly [RegExp, string])[] = [
  [/\s+/g, ' '],
  [/<li[^>]*>/g, '· '],
  [/<input[^>]*type="checkbox"[^>]* checked[^>]*>/g, '[x] '],
  [/<input[^>]*type="checkbox"[^>]*>/g, '[ ] '],
  [/<button[^>]*>/g, '[ '],
  [/<\/button>/g, ' ]'],
  [/<\/?(?:b|bdi)(?: [^>]*)?>/g, ''],
  [/<\/(?:h1|h2|p|li|legend|label|div)>/g, '\n'],
  [/<[^>]*>/g, ' '],
  [/ +/g, ' '],
];

/** What a page says, a line for each of its blocks. */
export function wordsOf(html: string): readonly string[] {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  const text = TEXT_OF_MARKUP.reduce((left, [markup, words]) => left.replace(markup, words), main);
  const lines = plain(text).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
