import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startWorld } from '../support/world.ts';

it('a flood of logout tokens makes one request to a provider that does not answer', async () => {
  let asked = 0;
  const provider = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const clientSecretFile = join(temporaryFolder('flood'), 'client.secret');
  writeFileSync(clientSecretFile, 'secret');
  const organisation = {
    ...{ id: 'agency', name: 'Agency', clientId: 'diptych', clientSecretFile, servesOneOrganisation: true },
    issuer: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    roles: [{ claim: 'groups', value: 'g', role: 'viewer' }],
  };
  const world = await startWorld({ settings: { 'signIn.organisations': [organisation] } });
  try {
    const body = 'logout_token=e30.e30.AA';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const address = `${world.url}/oauth/organisation/agency/logout`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fetch(address, { method: 'POST', headers, body })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(asked).toBe(1);
  } finally {
    await world.close();
    provider.close();
    provider.closeAllConnections();
  }
});
