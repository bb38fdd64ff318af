import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { AdminResponse } from '../../src/admin/contract/index.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { SECOND } from '../../src/conventions/time.ts';
import type { Browser, Page } from './browser.ts';
import { CHALLENGE, type OAuthWorld, startOAuthWorld, VERIFIER } from './oauth-world.ts';
import {
  CLIENT,
  type OrganisationOptions,
  type Person,
  startOrganisation,
  type TestOrganisation,
  twoBrowsers,
} from './organisation.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { WITH_CONSOLES } from './world.ts';

const ROLES = ['viewer', 'operator', 'approver', 'administrator'] as const;
const table = (claim: string) => ROLES.map((role) => ({ claim, value: `diptych-${role}`, role }));

interface Kind {
  readonly provider: OrganisationOptions;
  readonly settings: object;
  /** Claims of a person with this role. */
  readonly claims: (role: string) => Person['claims'];
}

/** The four providers as docs/operate/sign-in.md sets them up. */
export const KINDS: Readonly<Record<'entra' | 'okta' | 'google' | 'keycloak', Kind>> = {
  entra: {
    provider: { acrs: ['c1', 'c7'], scopes: ['offline_access'] },
    settings: {
      tenant: { claim: 'tid', values: ['tenant-1'] },
      roles: [...table('roles'), { claim: 'groups', value: 'g-1', role: 'viewer' }],
      strong: { claim: 'acrs', values: ['c1'] },
    },
    claims: (role) => ({ tid: 'tenant-1', roles: [`diptych-${role}`] }),
  },
  okta: {
    provider: { acr: 'phrh' },
    settings: {
      servesOneOrganisation: true,
      roles: table('groups'),
      strong: { claim: 'acr', values: ['phrh'] },
    },
    claims: (role) => ({ groups: ['Everyone', `diptych-${role}`] }),
  },
  google: {
    provider: {},
    settings: {
      tenant: { claim: 'hd', values: ['agency.example'] },
      people: [{ subject: 'olga', role: 'operator' }],
      parameters: { access_type: 'offline' },
      honoursMaxAge: false,
    },
    claims: () => ({ hd: 'agency.example' }),
  },
  keycloak: {
    provider: { acr: 'phrh' },
    settings: {
      servesOneOrganisation: true,
      roles: table('realm_access.roles'),
      strong: { claim: 'acr', values: ['phrh'] },
    },
    claims: (role) => ({ realm_access: { roles: ['offline', `diptych-${role}`] } }),
  },
};
type KindName = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as KindName[];

const REDIRECT = 'http://127.0.0.1:9004';

type Browsers = ReturnType<typeof twoBrowsers>;
type Event = AdminResponse<'listEvents'>['events'][number];

export const personOf = (name: KindName, role: string, sub: string = randomUUID()): Person => ({
  sub,
  claims: { email: `${role}@agency.example`, ...KINDS[name].claims(role) },
});

export const whoAmI = (connection: Connection) => callAdmin(connection, 'whoAmI', {});

/** A server at which people of four organisations sign in, for the tests of a file, with clocks that can be moved. */
export function useOrganisations(more: Readonly<Record<string, unknown>> = {}) {
  const secretFile = join(temporaryFolder('organisation'), 'client.secret');
  writeFileSync(secretFile, `${CLIENT.secret}\n`);
  let world: OAuthWorld;
  const providers = {} as Record<KindName, TestOrganisation>;
  let offset = 0;

  /** Moves the clocks of the server and of the providers. */
  function wait(milliseconds: number): void {
    offset += milliseconds;
    for (const provider of Object.values(providers)) provider.ahead = offset / SECOND;
  }

  const organisations = () =>
    NAMES.map((id) => ({
      ...{ id, name: `Agency of ${id}`, issuer: providers[id].issuer, clientId: CLIENT.id },
      ...{ clientSecretFile: secretFile, ...KINDS[id].settings },
    }));

  beforeAll(async () => {
    for (const name of NAMES) providers[name] = await startOrganisation(KINDS[name].provider);
    // Shorter than the life of an access token, so that this limit is the one that is tested.
    const settings = {
      ...WITH_CONSOLES,
      'signIn.organisations': organisations(),
      'signIn.absoluteHours': 4,
      ...more,
    };
    world = await startOAuthWorld(settings, { clock: () => Date.now() + offset });
    for (const name of NAMES) await providers[name].register(world.url, name);
  });
  afterAll(async () => {
    await world?.close();
    for (const provider of Object.values(providers)) await provider.close();
  });
  beforeEach(() => wait(-offset));
  afterEach(() => {
    for (const provider of Object.values(providers))
      Object.assign(provider, { tamper: undefined, isAway: false, hostile: {}, authTime: undefined });
  });

  /** Follows the redirects between the server and the provider, until there is a page or another address. */
  async function follow({ own, theirs }: Browsers, name: KindName, from: Page): Promise<Page> {
    let page = from;
    for (let hops = 0; hops < 10; hops += 1) {
      const { origin, href } = page.url;
      const isOurs = origin === world.url;
      if (page.html !== '' || page.status >= 400 || !(isOurs || origin === providers[name].issuer))
        return page;
      page = await (isOurs ? own : theirs).open(href);
    }
    throw new Error('redirected for ever');
  }

  const authorization = () =>
    `${world.url}/oauth/auth?${new URLSearchParams({
      client_id: 'diptych-console',
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'admin',
      state: 'state-1',
      resource: `${world.url}/admin`,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    })}`;

  /** Opens the sign-in page and returns the address behind the link of the organisation. */
  async function linkOf(own: Browser, name: KindName, address = authorization()): Promise<string> {
    const page = await own.open(address);
    const link = new RegExp(`href="([^"]+/organisation/${name})"`).exec(page.html)?.[1];
    if (link === undefined) throw new Error(`no link to ${name}: ${page.text}`);
    return link;
  }

  /** Signs in like a person with a browser. Returns the last page: of this server, or the redirect to the client. */
  async function attempt(name: KindName, person: Person, browsers = twoBrowsers(world.url, providers[name])) {
    providers[name].person = person;
    return follow(browsers, name, await browsers.own.open(await linkOf(browsers.own, name)));
  }

  async function connectionFrom(back: Page): Promise<Connection> {
    const { body } = await world.token({
      grant_type: 'authorization_code',
      code: back.url.searchParams.get('code') ?? undefined,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      client_id: 'diptych-console',
      resource: `${world.url}/admin`,
    });
    return { ...world.connection, token: body.access_token };
  }

  const signedIn = async (name: KindName, person: Person, browsers?: Browsers) =>
    connectionFrom(await attempt(name, person, browsers));

  /** The newest entries of the audit log about sign-ins by organisations. */
  async function entries(): Promise<readonly Event[]> {
    const asked = { subject: 'organisationSignIn', orderBy: 'time desc', pageSize: 10 } as const;
    return (await world.admin('listEvents', asked)).events;
  }

  return { world: () => world, providers, wait, organisations, follow, linkOf, attempt, signedIn, entries };
}
