import { hash } from 'node:crypto';
import { type Html, html, trustedHtml } from '../oauth/pages/html.ts';
import type { ApiDocument } from './document.ts';
import { type Described, operationView } from './operation-view.ts';
import { schemasView } from './schema-view.ts';
import { DOCS_STYLE } from './style.ts';

export const SCRIPT_PATH = '/docs/api/try.js';

/**
 * ASVS 5.0 3.4.3: allows one style sheet, one script, and calls to this server; text can never become code.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${hash('sha256', DOCS_STYLE, 'base64')}'`,
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * The first part of a path that is not a version, an account or a parameter: `holders`, `adUnits`,
 * `registerDevice`.
 */
function groupOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const names = parts.map((part) => part.split(':')[0] ?? part);
  const below = names.filter((part) => !/^(admin|v1|v1beta|vdc)$/.test(part));
  return (below[0] === 'accounts' ? below[1] : below[0]) ?? 'accounts';
}

function operationsOf(document: ApiDocument, prefix: string): ReadonlyMap<string, readonly Described[]> {
  const all = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ document, prefix, path, verb, operation })),
  );
  // Operations of the issuer interface are not grouped: each path is only a name.
  const isFlat = all.every(({ path }) => path.startsWith('/v1/vdc/'));
  return Map.groupBy(all, ({ path }) => (isFlat ? 'operations' : groupOf(path)));
}

function documentView(document: ApiDocument, prefix: string): Html {
  const groups = [...operationsOf(document, prefix)].map(
    ([name, operations]) => html`<h3>${name}</h3>${operations.map(operationView)}`,
  );
  return html`<section aria-labelledby="${prefix}">
<h2 id="${prefix}">${document.info.title} <small>${document.info.version}</small></h2>
${groups}
<h3>Schemas</h3>
${schemasView(prefix, document)}
</section>`;
}

/** OpenAPI documents, by the addresses that serve them. */
type ServedDocuments = Readonly<Record<string, ApiDocument>>;

const SCRIPT_ELEMENT = trustedHtml(`<script src="${SCRIPT_PATH}" defer></script>`);

export function docsPage(documents: ServedDocuments): string {
  const entries = Object.entries(documents);
  const links = entries.map(
    ([address, { info }], index) =>
      html`<li><a href="#api${index}">${info.title}</a>, as <a href="${address}">an OpenAPI document</a></li>`,
  );
  const sections = entries.map(([, document], index) => documentView(document, `api${index}`));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Methods &ndash; Diptych</title>
<style>${trustedHtml(DOCS_STYLE)}</style>
${SCRIPT_ELEMENT}
</head>
<body>
<header>
<p class="brand"><a href="/">Diptych</a></p>
<h1>Methods</h1>
<ul>${links}</ul>
<label for="token">Access token</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-about">
<p class="soft" id="token-about">Only for calls that you send from this page. It is gone when you leave the page.</p>
</header>
<main>${sections}</main>
</body>
</html>
`.html;
}
