import type { FetchAnswer } from '../../client/transport/fetch.ts';
import type { Send } from '../http.ts';
import { StoryError } from '../narrator.ts';

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

type Fields = readonly (readonly [string, string])[];

/** The form of a page whose action ends with this text, and its hidden fields. */
function formOf(html: string, end: string): { readonly action: string; readonly fields: Fields } {
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

/** The text that replaces a tag, by the name of the tag; other tags become a space. */
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

/** The text of a page, one line for each block. */
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

interface Page {
  readonly url: URL;
  /** Empty if the browser was redirected away from the server. */
  readonly html: string;
}

/** A browser with cookies, forms and redirects, but without scripts. */
interface Browser {
  open(address: string): Promise<Page>;
  /** Submits the form whose action ends with this text; `values` are added to its hidden fields. */
  submit(page: Page, end: string, values: Readonly<Record<string, string>>): Promise<Page>;
}

const MOST_REDIRECTS = 10;

/** @param callback the address where the browser stops and the application continues */
export function browser(send: Send, callback: string): Browser {
  const cookies = new Map<string, string>();

  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  };

  const visit = (url: URL, form?: URLSearchParams): Promise<FetchAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = cookie === '' ? {} : { cookie };
    if (form === undefined) return send({ method: 'GET', path: url.href, headers });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return send({ method: 'POST', path: url.href, headers: { ...headers, ...type }, body: String(form) });
  };

  const arrive = async (address: URL, form?: URLSearchParams): Promise<Page> => {
    let [url, content] = [address, form];
    for (let redirects = 0; redirects < MOST_REDIRECTS; redirects += 1) {
      const { headers, text } = await visit(url, content);
      for (const line of headers.getSetCookie()) keep(line);
      const location = headers.get('location');
      if (location === null) return { url, html: text() };
      url = new URL(location, url);
      content = undefined;
      if (url.href.startsWith(callback)) return { url, html: '' };
    }
    throw new StoryError('the browser was sent on and on');
  };

  return {
    open: (address) => arrive(new URL(address)),
    submit({ url, html }, end, values) {
      const { action, fields } = formOf(html, end);
      const given = new Set(Object.keys(values));
      const kept = fields.filter(([name]) => !given.has(name));
      const sent = [...kept, ...Object.entries(values)].map(([name, value]): [string, string] => [
        name,
        value,
      ]);
      return arrive(new URL(action, url), new URLSearchParams(sent));
    },
  };
}
