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
  for (const start of html.split('<form').slice(1)) {
    const [form = ''] = start.split('</form>', 1);
    const action = attribute(form, 'action') ?? '';
    if (!action.endsWith(end)) continue;
    const inputs = [...form.matchAll(/<input[^<>]*>/g)].map(([input]) => input);
    const sent = inputs.filter((input) => attribute(input, 'type') !== 'checkbox' || / checked/.test(input));
    return {
      action,
      fields: sent.map((input) => [attribute(input, 'name') ?? '', attribute(input, 'value') ?? '']),
    };
  }
  throw new Error(`the page has no form that leads to ${end}`);
}

/** How a tag reads as text, by what stands in it first; another one is a space. */
const WORDS_OF_TAG: Readonly<Record<string, string>> = {
  li: '· ',
  button: '[ ',
  '/button': ' ]',
  b: '',
  '/b': '',
  bdi: '',
  '/bdi': '',
  ...Object.fromEntries(['h1', 'h2', 'p', 'li', 'legend', 'label', 'div'].map((name) => [`/${name}`, '\n'])),
};

function wordsOfTag(_: string, tag: string): string {
  const [name = ''] = tag.split(' ', 1);
  if (name === 'input' && tag.includes('type="checkbox"')) return tag.includes(' checked') ? '[x] ' : '[ ] ';
  return WORDS_OF_TAG[name] ?? ' ';
}

/** What a page says, a line for each of its blocks. */
export function wordsOf(html: string): readonly string[] {
  const [, start = ''] = html.split('<main');
  const [main = ''] = start.slice(start.indexOf('>') + 1).split('</main>', 1);
  const text = main
    .replace(/\s+/g, ' ')
    .replace(/<([^<>]*)>/g, wordsOfTag)
    .replace(/ +/g, ' ');
  const lines = plain(text).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
