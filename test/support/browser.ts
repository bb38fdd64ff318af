/** A page as a browser without scripts sees it. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Text without the markup. */
  readonly text: string;
}

export interface Form {
  readonly action: string;
  readonly fields: readonly (readonly [string, string])[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const plain = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : plain(value);
};

function textOf(html: string): string {
  const shown = html.replace(/<(style|script|title)>[\s\S]*?<\/\1>/g, ' ').replace(/<\/?bdi>/g, '');
  const body = shown.replace(/<[^>]*>/g, ' ');
  return plain(body).replace(/\s+/g, ' ').trim();
}

/** The form that contains a control with this name or has this action, with its default values. */
export function formOf({ html, url }: Page, target: string): Form {
  for (const [whole, tag = ''] of html.matchAll(/(<form[^>]*>)[\s\S]*?<\/form>/g)) {
    const action = attribute(tag, 'action') ?? url.pathname;
    if (!action.endsWith(target)) continue;
    const inputs = [...whole.matchAll(/<input[^>]*>/g)].map(([input]) => input);
    const sent = inputs.filter((input) => attribute(input, 'type') !== 'checkbox' || / checked/.test(input));
    const fields = sent.map(
      (input) => [attribute(input, 'name') ?? '', attribute(input, 'value') ?? ''] as const,
    );
    return { action, fields };
  }
  throw new Error(`the page at ${url.pathname} has no form that leads to ${target}`);
}

export interface Browser {
  readonly cookies: Map<string, { readonly value: string; readonly path: string }>;
  /** Follows redirects within the server. Returns the last page, or the first address outside the server. */
  open(address: string): Promise<Page>;
  submit(
    page: Page,
    target: string,
    values?: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<Page>;
  send(address: string, init: RequestInit): Promise<Page>;
}

/** A browser that only supports cookies, forms and redirects. `always`: headers that a proxy adds to each request. */
export function browser(origin: string, always: Readonly<Record<string, string>> = {}): Browser {
  const cookies: Browser['cookies'] = new Map();

  const cookieHeader = (path: string) =>
    [...cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`);

  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
      const expires = attributes.find((part) => /^expires=/i.test(part))?.slice(8);
      if (expires !== undefined && Date.parse(expires) < Date.now()) cookies.delete(name);
      else cookies.set(name, { value, path });
    }
  };

  const send: Browser['send'] = async (address, init) => {
    let url = new URL(address, origin);
    let request: RequestInit = init;
    for (let hops = 0; hops < 10; hops += 1) {
      const cookie = cookieHeader(url.pathname).join('; ');
      const cookies = cookie === '' ? {} : { cookie };
      const headers = { accept: 'text/html', ...always, ...cookies, ...request.headers };
      const response = await fetch(url, { ...request, headers, redirect: 'manual' });
      keep(response.headers);
      const location = response.headers.get('location');
      if (location === null || response.status < 300 || response.status >= 400) {
        const html = await response.text();
        return { url, status: response.status, headers: response.headers, html, text: textOf(html) };
      }
      await response.arrayBuffer();
      url = new URL(location, url);
      if (url.origin !== origin) {
        return { url, status: response.status, headers: response.headers, html: '', text: '' };
      }
      request = {};
    }
    throw new Error('redirected for ever');
  };

  return {
    cookies,
    send,
    open: (address) => send(address, {}),
    submit(page, target, values = {}) {
      const { action, fields } = formOf(page, target);
      const left = fields.filter(([name]) => !(name in values));
      const given = Object.entries(values).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      const body = new URLSearchParams([
        ...left.map(([name, value]): [string, string] => [name, value]),
        ...given,
      ]);
      return send(new URL(action, page.url).href, {
        method: 'POST',
        body,
        headers: { origin, 'sec-fetch-site': 'same-origin' },
      });
    },
  };
}
