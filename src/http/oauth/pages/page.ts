import { hash } from 'node:crypto';
import { type Html, html, trustedHtml } from './html.ts';

export const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#1c2430;--soft:#5a6472;--line:#d6dae0;--edge:#7d8794;--main:#1f5fbf;--on:#fff;--warn:#a3261b;--warn-bg:#fdecea}
@media (prefers-color-scheme:dark){:root{--page:#14181e;--card:#1d232b;--ink:#e8ecf1;--soft:#a3adba;--line:#38414d;--edge:#7c8897;--main:#7fb0ff;--on:#0d1520;--warn:#ffb4ab;--warn-bg:#3b1f1d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;display:flex;justify-content:center;padding:1.5rem 1rem}
main{width:100%;max-width:29rem;margin:auto;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:2rem 1.75rem}
h1{font-size:1.4rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.5rem 0;overflow-wrap:anywhere}
.brand{margin:0 0 1.25rem;font-size:.8rem;font-weight:600;letter-spacing:.08em;text-transform:uppercase;color:var(--soft)}
.soft{color:var(--soft);font-size:.925rem}
.alert{background:var(--warn-bg);color:var(--warn);border:1px solid currentColor;border-radius:8px;padding:.7rem .9rem;margin:1rem 0}
label{display:block;font-weight:600;margin:1rem 0 .3rem}
input[type=text],input[type=password]{width:100%;font:inherit;color:inherit;background:var(--page);border:1px solid var(--edge);border-radius:8px;padding:.65rem .8rem;min-height:2.75rem}
input[aria-invalid=true]{border-color:var(--warn)}
ul{list-style:none;margin:0;padding:0}
ul.may li{padding:.3rem 0 .3rem 1.7rem;position:relative}
ul.may li::before{content:"\\2713";position:absolute;left:.2rem;color:var(--main);font-weight:700}
fieldset{border:0;margin:1.25rem 0 0;padding:0;min-width:0}
legend{font-weight:700;padding:0;margin:0 0 .5rem}
.choice{display:flex;gap:.75rem;align-items:flex-start;font-weight:400;margin:0 0 .5rem;padding:.7rem .8rem;border:1px solid var(--edge);border-radius:8px;cursor:pointer}
.choice input{width:1.2rem;height:1.2rem;margin:.15rem 0 0;flex:none;accent-color:var(--main)}
.choice span{min-width:0}
.choice b,.choice small{display:block;overflow-wrap:anywhere}
.choice small{color:var(--soft);font-size:.85rem}
ul.ways{margin:1.25rem 0 .75rem}
a.button{display:block;text-align:center;text-decoration:none;color:inherit;font-weight:600;border:1px solid var(--edge);border-radius:8px;padding:.7rem 1rem;margin:0 0 .5rem;overflow-wrap:anywhere}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.75rem}
button{flex:1 1 9.5rem;font:inherit;font-weight:600;min-height:2.9rem;padding:.6rem 1rem;border-radius:8px;border:1px solid var(--edge);background:transparent;color:inherit;cursor:pointer}
button.main{background:var(--main);border-color:var(--main);color:var(--on)}
button.link{flex:none;min-height:0;padding:0;border:0;font-weight:400;color:var(--main);text-decoration:underline}
[hidden]{display:none}
.actions.other{margin-top:.75rem}
.actions+p{margin-top:1rem}
form.inline{display:inline}
details{margin-top:1.5rem}
summary{cursor:pointer;font-weight:600}
.qr{background:#fff;border-radius:8px;max-width:16rem;margin:1rem auto}
.qr svg{display:block;width:100%;height:auto}
code{overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
`;

/** The source expression of an element of the page in the Content-Security-Policy. */
const sourceOfText = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
const STYLE_SOURCE = sourceOfText(STYLE);

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Other origins or schemes to which a form of the page may redirect. */
  readonly leadsTo?: readonly string[];
  /** Whose page it is. Default: the name of this product. */
  readonly brand?: string;
  /** The only script of the page. */
  readonly script?: string;
  /** The page ends with the id of the request, by which support finds it. */
  readonly isError?: boolean;
}

/** Screen readers read the title first, so it mentions the problem. */
export function titleOf(text: string, problem?: string): string {
  return `${problem === undefined ? '' : 'Error: '}${text} – Diptych`;
}

const PROBLEM_ID = 'problem';

/** The problem of a form; placed before the fields. */
export function alertOf(problem: string | undefined): Html {
  if (problem === undefined) return html``;
  return html`<p class="alert" id="${PROBLEM_ID}" role="alert">${problem}</p>`;
}

/** Attributes that link a field to the problem. */
export function described(problem: string | undefined): Html {
  return problem === undefined ? html`` : html`aria-invalid="true" aria-describedby="${PROBLEM_ID}"`;
}

/** A complete document without external resources. */
export function printPage(
  { title, body, brand = 'Diptych', script, isError }: Page,
  requestId?: string,
): string {
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
<p class="brand">${brand}</p>
${body}
${isError && requestId ? html`<p class="soft">Request id, for support: <code>${requestId}</code></p>` : html``}
</main>
${script === undefined ? html`` : trustedHtml(`<script>${script}</script>`)}
</body>
</html>
`;
  return document.html;
}

/** Browsers also apply `form-action` to redirects after a form, so it includes the client's address. */
export function pageHeaders({ leadsTo = [], script }: Page): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    ...(script === undefined ? [] : [`script-src ${sourceOfText(script)}`]),
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
 * The source of an address for `form-action`: its origin, or its scheme if it has no origin or has an IPv6
 * host, which a policy cannot express (CSP 3, 2.3.1).
 */
export function sourceOf(address: string): readonly string[] {
  const uri = URL.parse(address);
  if (uri === null) return [];
  const isSpelled = uri.origin !== 'null' && !uri.hostname.startsWith('[');
  return [isSpelled ? uri.origin : uri.protocol];
}
