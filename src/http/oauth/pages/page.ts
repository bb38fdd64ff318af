import { type Html, html, trustedHtml } from './html.ts';
import { STYLE, STYLE_SOURCE } from './style.ts';

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Where forms of the page may end up beside this server, after all redirects; origins or schemes. */
  readonly leadsTo?: readonly string[];
}

/** A whole document: no script, nothing from elsewhere. */
export function printPage({ title, body }: Page): string {
  const style = trustedHtml(STYLE);
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="brand">Diptych</p>
${body}
</main>
</body>
</html>
`;
  return document.html;
}

/** Browsers hold redirects after a form to `form-action` too, so the client's address is in it. */
export function pageHeaders({ leadsTo = [] }: Page): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    `form-action ${["'self'", ...leadsTo].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** What `form-action` needs to let the browser through to an address: its origin, or a scheme that has none. */
export function sourceOf(address: string): readonly string[] {
  const uri = URL.parse(address);
  if (uri === null) return [];
  return [uri.origin === 'null' ? uri.protocol : uri.origin];
}
