import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { signIn } from '../../src/cli/sign-in/authorize.ts';
import { type OAuthWorld, startOAuthWorld } from '../support/oauth-world.ts';
import { CLIENT, startOrganisation, type TestOrganisation, twoBrowsers } from '../support/organisation.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const secretFile = join(temporaryFolder('organisation'), 'client.secret');
mkdirSync(join(secretFile, '..'), { recursive: true });
writeFileSync(secretFile, `${CLIENT.secret}\n`);

const now = 0;
const clock = () => Date.now() + now;

/** Follows the redirects between the server and the provider. Returns the last page. */
async function follow(world: OAuthWorld, organisation: TestOrganisation, address: string) {
  const { own, theirs } = twoBrowsers(world.url, organisation);
  let page = await own.open(address);
  const link = /href="([^"]+\/organisation\/[a-z]+)"/.exec(page.html)?.[1];
  if (link === undefined) return page;
  page = await own.open(new URL(link, world.url).href);
  while (page.url.origin === organisation.issuer || page.url.origin === world.url) {
    if (page.html !== '' || page.status >= 400) return page;
    page = await (page.url.origin === world.url ? own : theirs).open(page.url.href);
  }
  await fetch(page.url);
  return page;
}

/** What `diptych login` does, with the browser of the person. */
async function login(world: OAuthWorld, organisation: TestOrganisation) {
  let last: Awaited<ReturnType<typeof follow>> | undefined;
  const token = signIn(world.connection.url, (address) => {
    void follow(world, organisation, address).then((page) => {
      last = page;
    });
  });
  const { accessToken } = await token;
  return { connection: { ...world.connection, token: accessToken }, last };
}

describe('Sign-in by a provider like Keycloak', () => {
  let organisation: TestOrganisation;
  let world: OAuthWorld;
  beforeAll(async () => {
    organisation = await startOrganisation({ acr: 'phrh' });
    world = await startOAuthWorld(
      {
        'signIn.organisations': [
          {
            id: 'agency',
            name: 'Agency of Motor Vehicles',
            issuer: organisation.issuer,
            clientId: CLIENT.id,
            clientSecretFile: secretFile,
            servesOneOrganisation: true,
            roles: [
              { claim: 'realm_access.roles', value: 'diptych-viewer', role: 'viewer' },
              { claim: 'realm_access.roles', value: 'diptych-administrator', role: 'administrator' },
            ],
            strong: { claim: 'acr', values: ['phrh'] },
          },
        ],
      },
      { clock },
    );
    await organisation.register(world.url, 'agency');
  });
  afterAll(async () => {
    await world?.close();
    await organisation?.close();
  });

  it('a person with the role of a viewer signs in', async () => {
    organisation.person = {
      sub: 'vera',
      claims: { email: 'vera@agency.example', realm_access: { roles: ['other', 'diptych-viewer'] } },
    };
    const { connection } = await login(world, organisation);
    expect(await callAdmin(connection, 'whoAmI', {})).toMatchObject({
      role: 'viewer',
      email: 'vera@agency.example',
    });
  });
});
