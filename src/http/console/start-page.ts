import type { ConsoleName } from '../../accounts/ports/console.ts';
import { html } from '../oauth/pages/html.ts';
import { type Page, titleOf } from '../oauth/pages/page.ts';

interface Link {
  readonly path: string;
  readonly text: string;
}

interface Place {
  readonly what: string;
  readonly links: readonly Link[];
}

const PLACES: Readonly<Record<ConsoleName, Place>> = {
  operators: {
    what: 'This is the administration of a Diptych server, which issues digital documents to phones.',
    links: [
      { path: '/console/', text: 'Console for operators' },
      { path: '/docs/api', text: 'Methods of the administration, to read and try' },
      { path: '/openapi/admin.json', text: 'The same as an OpenAPI document' },
      { path: '/readyz', text: 'Whether the server is ready' },
      { path: '/metrics', text: 'Metrics' },
    ],
  },
  mediation: {
    what: 'This is a Diptych server: it issues digital documents to phones, and manages settings of ad mediation.',
    links: [
      { path: '/console/', text: 'Console for ad mediation' },
      { path: '/docs/api', text: 'Methods of ad mediation, to read and try' },
      { path: '/openapi/mediation.json', text: 'The same as an OpenAPI document' },
      { path: '/oauth/password', text: 'Change your password' },
      { path: '/readyz', text: 'Whether the server is ready' },
    ],
  },
};

/** Describes a listener and links to its parts. `has`: whether the listener serves a path. */
export function startPage(console: ConsoleName, has: (path: string) => boolean): Page {
  const { what, links } = PLACES[console];
  const items = links
    .filter(({ path }) => has(path))
    .map(
      ({ path, text }) => html`<li><a href="${path}">${text}</a><br><code class="soft">${path}</code></li>`,
    );
  return {
    title: titleOf('Start'),
    body: html`<h1>Diptych</h1>
<p>${what}</p>
<ul>${items}</ul>`,
  };
}
