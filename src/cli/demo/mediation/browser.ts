import type { Received, Send } from '../http.ts';
import { StoryError } from '../outcome.ts';
import { formOf } from './page.ts';

export interface Page {
  readonly url: URL;
  /** Empty where the browser was sent to an address that is not the server's. */
  readonly html: string;
}

/** A browser with cookies, forms and redirects, and without script. */
export interface Browser {
  open(address: string): Promise<Page>;
  /** Sends the form that leads to an address with this end; `values` stand beside what the form holds. */
  submit(page: Page, end: string, values: Readonly<Record<string, string>>): Promise<Page>;
}

const MOST_REDIRECTS = 10;

/** @param callback where the browser stops: there the application takes over */
export function browser(send: Send, callback: string): Browser {
  const cookies = new Map<string, string>();

  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  };

  const visit = (url: URL, form?: URLSearchParams): Promise<Received> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = cookie === '' ? {} : { cookie };
    if (form === undefined) return send({ method: 'GET', url: url.href, headers });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return send({ method: 'POST', url: url.href, headers: { ...headers, ...type }, body: String(form) });
  };

  const arrive = async (address: URL, form?: URLSearchParams): Promise<Page> => {
    let [url, content] = [address, form];
    for (let redirects = 0; redirects < MOST_REDIRECTS; redirects += 1) {
      const { headers, text } = await visit(url, content);
      for (const line of headers.getSetCookie()) keep(line);
      const location = headers.get('location');
      if (location === null) return { url, html: text };
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
