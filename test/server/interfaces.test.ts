import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, methodNamed, panelOf } from '../../src/admin/contract/index.ts';
import { PANELS, type Panel } from '../../src/conventions/panel.ts';
import { ADMIN_REASONS } from '../../src/conventions/reasons/admin-reasons.ts';
import { HOLDER_PATHS } from '../../src/http/holders/index.ts';
import { DISCOVERY_PATH } from '../../src/http/mediation/index.ts';
import { OPERATION_NAMES } from '../../src/issuer/contract/index.ts';
import { METHODS } from '../../src/mediation/contract/index.ts';
import { baselineOf } from '../../src/server/config/effective-settings.ts';
import { loadSettings, SettingsError } from '../../src/server/config/load-settings.ts';
import { isOfPanels, PARTS } from '../../src/server/config/panel-parts.ts';
import { dangersOf } from '../../src/server/config/unsafe-settings.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { diptych } from '../support/cli.ts';
import { activePhone } from '../support/devices.ts';
import { strangeWords } from '../support/interface-words.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useOpened } from '../support/use-opened.ts';
import { type Serving, startServing, startWorld, WITH_CONSOLES } from '../support/world.ts';

const MDL = 'org.iso.18013.5.1.mDL';
const SETTINGS = {
  ...WITH_CONSOLES,
  'issuer.wallets.documentTypes': [MDL],
  'issuer.addToWallet.holderPage': 'on',
  'issuer.status.uri': 'https://issuer.example/status',
};

const startOnly = (panel: Panel) => startServing({ settings: { ...SETTINGS, interfaces: [panel] } });

/** With an id in place of each parameter. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1');

interface Endpoint {
  readonly panel: Panel | undefined;
  readonly method: string;
  readonly path: string;
}

/** Every method of both contracts, and the other paths of each panel. */
const PUBLIC: readonly Endpoint[] = [
  ...OPERATION_NAMES.map((name) => ({
    panel: 'issuer' as const,
    method: 'POST',
    path: `/v1/vdc/${name}`,
  })),
  ...Object.values(METHODS).map(({ address }) => ({
    panel: 'mediation' as const,
    method: address.httpMethod,
    path: `/${filled(address.flatPath)}`,
  })),
  ...[
    '/openapi/issuer.json',
    HOLDER_PATHS.page,
    '/status/lists',
    '/vci/nonce',
    '/.well-known/openid-credential-issuer/vci',
  ].map((path) => ({ panel: 'issuer' as const, method: path === '/vci/nonce' ? 'POST' : 'GET', path })),
  ...['/openapi/mediation.json', `${DISCOVERY_PATH}?version=v1beta`, '/console/', '/console/api/session'].map(
    (path) => ({ panel: 'mediation' as const, method: 'GET', path }),
  ),
  // A key that does not exist is answered like a path that does not.
  { panel: 'mediation', method: 'OPTIONS', path: '/serve/v1/pk_1/apps/ca-app-pub-1~1.json' },
  ...['/healthz', '/readyz', '/docs/api', '/oauth/jwks', '/.well-known/openid-configuration'].map((path) => ({
    panel: undefined,
    method: 'GET',
    path,
  })),
];

const ADMIN: readonly Endpoint[] = METHOD_NAMES.map((name) => {
  const [method, path] = methodNamed(name).http;
  return { panel: panelOf(name), method, path: filled(path) };
});

/** What people open in a browser. */
const LISTED = /^\/(openapi|console\/$|add\/$|docs)/;

const NO_ROUTE = /ROUTE_NOT_FOUND|Route [A-Z]+:/;

/** Whether the server has the route: a resource that is missing is answered with a reason of its own. */
async function has(base: string, { method, path }: Endpoint, headers: Record<string, string> = {}) {
  const body =
    method === 'GET' || method === 'OPTIONS' ? undefined : '{"validateOnly":true,"no such member":1}';
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...type },
    ...(body !== undefined && { body }),
  });
  return !(answer.status === 404 && NO_ROUTE.test(await answer.text()));
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The routes of a list that a server has. */
async function served(base: string, endpoints: readonly Endpoint[], headers?: Record<string, string>) {
  const found = [];
  for (const endpoint of endpoints) if (await has(base, endpoint, headers)) found.push(nameOf(endpoint));
  return found;
}

const tokenOf = ({ server }: Serving) => ({ authorization: `Bearer ${adminToken(server.context.folder)}` });

async function adminOf<Body>(serving: Serving, path: string): Promise<Body> {
  const answer = await fetch(`${serving.server.adminUrl}/admin/v1/${path}`, { headers: tokenOf(serving) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

describe.each(PANELS)('A server that runs the %s interface alone', (panel) => {
  const serving = useOpened(() => startOnly(panel));
  const isOwn = (of: Panel | undefined) => of === undefined || of === panel;

  it('answers 404 to every path of the other one, and serves every path of its own', async () => {
    const own = PUBLIC.filter((one) => isOwn(one.panel)).map(nameOf);
    expect(await served(serving().server.url, PUBLIC)).toEqual(own);
  });

  it('has the methods of the administration for it and for both, and no other', async () => {
    const own = ADMIN.filter((one) => isOwn(one.panel)).map(nameOf);
    expect(await served(serving().server.adminUrl, ADMIN, tokenOf(serving()))).toEqual(own);
  });

  it('names the same methods in OpenAPI and to its callers', async () => {
    const own = METHOD_NAMES.filter((name) => isOwn(panelOf(name))).toSorted();
    const { methods } = await adminOf<{ methods: string[] }>(serving(), 'whoami');
    expect(methods.toSorted()).toEqual(own);
    const document = (await (await fetch(`${serving().server.adminUrl}/openapi/admin.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(document.paths).flatMap((verbs) =>
      Object.values(verbs).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(ids.toSorted()).toEqual(own);
  });

  it('lists at / of each listener what the listener serves, in words of its own', async () => {
    const { url, adminUrl } = serving().server;
    for (const base of [url, adminUrl]) {
      const answer = await fetch(base);
      const text = await answer.text();
      expect([answer.status, strangeWords(text, panel)]).toEqual([200, []]);
      const links = [...text.matchAll(/href="(\/[^"]+)"/g)].map(([, path = '']) => path);
      expect(links).toEqual(expect.arrayContaining(['/docs/api', '/readyz']));
      for (const path of links) expect(await has(base, { panel, method: 'GET', path })).toBe(true);
      const served = PUBLIC.flatMap((one) => (isOwn(one.panel) && LISTED.test(one.path) ? one.path : []));
      if (base === url) expect(links).toEqual(expect.arrayContaining(served));
    }
  });

  it('shows no setting, metric or finding of the other one', async () => {
    const { settings } = await adminOf<{ settings: { name: string }[] }>(serving(), 'settings');
    expect(settings.filter(({ name }) => !isOfPanels([panel], 'settings', name))).toEqual([]);
    expect(settings.map(({ name }) => name)).toContain('interfaces');
    const metrics = await (await fetch(`${serving().server.adminUrl}/metrics`)).text();
    const names = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    expect(names).toContain('diptych_build_info');
    expect(names.some((name) => name.startsWith(`diptych_${panel}_`))).toBe(true);
    expect(names.filter((name) => !isOfPanels([panel], 'metrics', name))).toEqual([]);
    const limits = [...metrics.matchAll(/rate_limited_total\{limit="(\w+)"/g)].map(([, limit]) => limit);
    expect(limits.filter((limit) => !isOfPanels([panel], 'settings', `limits.${limit}`))).toEqual([]);
    const { findings } = await adminOf<{ findings: { check: string; level: string }[] }>(
      serving(),
      'findings',
    );
    expect(findings.filter(({ check, level }) => level === 'failure' && check !== 'clock')).toEqual([]);
    expect(findings.filter(({ check }) => !isOfPanels([panel], 'checks', check))).toEqual([]);
  });

  it('is told to whom calls a command of the other one', async () => {
    const { server, folder } = serving();
    const other = panel === 'issuer' ? 'publishers' : 'holders';
    const { exit, err } = await diptych(other, 'list', '--admin-url', server.adminUrl, '--data', folder);
    expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringContaining('(setting interfaces)') });
    expect(
      Object.keys(
        baselineOf(loadSettings({ environment: {}, options: { interfaces: [panel] } })).settings,
      ).some((name) => !isOfPanels([panel], 'settings', name)),
    ).toBe(false);
  });

  it('says so in its status, which has no queue of the other one', async () => {
    const status = await adminOf<{ interfaces: Panel[]; queues: object }>(serving(), 'status');
    expect(status.interfaces).toEqual([panel]);
    expect('proofings' in status.queues).toBe(panel === 'issuer');
  });

  it('offers the OAuth scopes of the mediation interface only with it', async () => {
    const address = `${serving().server.url}/.well-known/openid-configuration`;
    const { scopes_supported } = (await (await fetch(address)).json()) as { scopes_supported: string[] };
    expect(scopes_supported.some((scope) => scope.endsWith('/monetization'))).toBe(panel === 'mediation');
  });

  it('builds no part of the other one', () => {
    const { issuer, mediation } = serving().server.context;
    expect([issuer !== undefined, mediation !== undefined]).toEqual([
      panel === 'issuer',
      panel === 'mediation',
    ]);
  });
});

describe('The settings of an interface that is off', () => {
  const load = (options: Record<string, unknown>) => loadSettings({ environment: {}, options });
  const ABSENT = { 'issuer.policy': '/absent/policy.yaml', 'issuer.documentTypes': ['/absent/type.json'] };

  it('count as not given: no file that they name is read, and none of their dangers prevents a start', () => {
    expect(() => load(ABSENT)).toThrow(SettingsError);
    const safe = { ...ABSENT, 'issuer.port': 8443, 'issuer.callers.jwks': '/absent/keys.json' };
    const settings = load({ ...safe, interfaces: ['mediation'], host: '0.0.0.0' });
    expect(settings.issuer).toMatchObject({ documentTypes: [], callers: { pins: [] } });
    expect(settings.issuer.port).toBeUndefined();
    const production = {
      profile: 'production',
      'keys.extractable': true,
      'oauth.issuerUrl': 'https://ads.example',
    };
    expect(dangersOf(load({ ...production, interfaces: ['mediation'] }))).toEqual([]);
    expect(dangersOf(load(production)).length).toBeGreaterThan(3);
  });

  it('are still checked for their form', () => {
    expect(() => load({ interfaces: ['mediation'], 'issuer.country': 'Utopia' })).toThrow(
      /two capital letters/,
    );
    for (const interfaces of [[], ['ads'], ['issuer', 'issuer'], 'issuer'])
      expect(() => load({ interfaces })).toThrow(/interfaces/);
  });
});

describe('A data folder whose interfaces change', () => {
  it('gets the keys of the issuer when the issuer interface is there, and keeps them', async () => {
    const folder = temporaryFolder('interfaces');
    const settings = { interfaces: ['mediation'] };
    const first = await startServing({ folder, settings });
    const { keys } = first.server.context.folder;
    expect(await first.server.context.keys.register.list()).toEqual([]);
    expect(readdirSync(keys)).toEqual(['oauth']);
    await first.close();

    const both = await startWorld({ folder });
    const { device } = await activePhone(both, 1);
    expect(device.state.credential).toBeDefined();
    const made = readdirSync(keys).toSorted();
    await both.close();

    const again = await startServing({ folder, settings });
    expect(again.server.context.issuer).toBeUndefined();
    await again.close();
    expect(readdirSync(keys).toSorted()).toEqual(made);
  });
});

it('each beginning of reasons that belong to one interface is that of a reason', () => {
  const beginnings = PANELS.flatMap((panel) => PARTS[panel].reasons);
  const isUsed = (beginning: string) => Object.keys(ADMIN_REASONS).some((name) => name.startsWith(beginning));
  expect(beginnings.filter((one) => !isUsed(one))).toEqual([]);
  expect(isOfPanels(['mediation'], 'reasons', 'CATALOGUE_INVALID')).toBe(true);
});
