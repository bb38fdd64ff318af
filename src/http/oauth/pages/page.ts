import { type Html, html, trustedHtml } from './html.ts';
import { STYLE, STYLE_SOURCE } from './style.ts';

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Where forms of the page may end up beside this server, after all redirects; origins or schemes. */
  readonly leadsTo?: readonly string[];
}

/** Screen readers read the title first, so it tells of a problem. */
export function titleOf(text: string, problem?: string): string {
  return `${problem === undefined ? '' : 'Error: '}${text} – Diptych`;
}

const PROBLEM_ID = 'problem';

/** What went wrong with a form; it stands before the fields that it is about. */
export function alertOf(problem: string | undefined): Html {
  if (problem === undefined) return html``;
  return html`<p class="alert" id="${PROBLEM_ID}" role="alert">${problem}</p>`;
}

/** Attributes of such a field. */
export function described(problem: string | undefined): Html {
  return problem === undefined ? html`` : html`aria-invalid="true" aria-describedby="${PROBLEM_ID}"`;
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

/**
 * What `form-action` needs to let the browser through to an address: its origin, or the scheme where the address has
 * none or a policy cannot spell it: it knows no IPv6 hosts (CSP 3, 2.3.1).
 */
export function sourceOf(address: string): readonly string[] {
  const uri = URL.parse(address);
  if (uri === null) return [];
  const isSpelled = uri.origin !== 'null' && !uri.hostname.startsWith('[');
  return [isSpelled ? uri.origin : uri.protocol];
}
