import type { FastifyInstance } from 'fastify';
import type { Panel } from '../../conventions/panel.ts';
import { html } from '../oauth/pages/html.ts';
import { type Page, titleOf } from '../oauth/pages/page.ts';
import type { HostCheck } from './hosts.ts';
import { showPage } from './show-page.ts';

interface Link {
  readonly path: string;
  readonly text: string;
}

interface Place {
  /** Before what the server does. */
  readonly what: string;
  readonly links: readonly Link[];
}

const DOES: Readonly<Record<Panel, string>> = {
  issuer: 'issues digital documents to phones',
  mediation: 'manages settings of ad mediation',
};

const READY = { path: '/readyz', text: 'Whether the server is ready' };

const PLACES = {
  admin: {
    what: 'This is the administration of a Diptych server, which',
    links: [
      { path: '/console/', text: 'Console for operators' },
      { path: '/docs/api', text: 'Methods of the administration, to read and try' },
      { path: '/openapi/admin.json', text: 'The same as an OpenAPI document' },
      READY,
      { path: '/metrics', text: 'Metrics' },
    ],
  },
  panels: {
    what: 'This is a Diptych server, which',
    links: [
      { path: '/console/', text: 'Console for ad mediation' },
      { path: '/add/', text: 'Where holders add their document to a wallet' },
      { path: '/docs/api', text: 'Methods of this server, to read and try' },
      { path: '/openapi/issuer.json', text: 'Methods of the issuer as an OpenAPI document' },
      { path: '/openapi/mediation.json', text: 'Methods of ad mediation as an OpenAPI document' },
      { path: '/oauth/password', text: 'Change your password' },
      READY,
      { path: '/metrics', text: 'Metrics' },
    ],
  },
} as const satisfies Readonly<Record<string, Place>>;

interface StartPageOptions {
  readonly listener: keyof typeof PLACES;
  readonly interfaces: readonly Panel[];
  readonly checkHost: HostCheck;
}

function startPage({ listener, interfaces }: StartPageOptions, has: (path: string) => boolean): Page {
  const { what, links } = PLACES[listener];
  const items = links
    .filter(({ path }) => has(path))
    .map(
      ({ path, text }) => html`<li><a href="${path}">${text}</a><br><code class="soft">${path}</code></li>`,
    );
  return {
    title: titleOf('Start'),
    body: html`<h1>Diptych</h1>
<p>${what} ${interfaces.map((panel) => DOES[panel]).join(', and ')}.</p>
<ul>${items}</ul>`,
  };
}

/** Describes a listener at its root, and links to the parts that it serves. */
export async function startPagePlugin(instance: FastifyInstance, options: StartPageOptions): Promise<void> {
  const has = (url: string) => instance.hasRoute({ method: 'GET', url });
  instance.addHook('onRequest', async (request) => options.checkHost(request));
  instance.get('/', (request, reply) => showPage(request, reply, startPage(options, has)));
}
