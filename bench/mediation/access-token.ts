import type { ScopeName } from '../../src/accounts/permissions.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { dataFolder, readAddresses } from '../../src/server/files/data-folder.ts';
import { PUBLISHER } from './sample.ts';

/** Registers a machine client with the server of the folder, and gets a token for it (RFC 6749 4.4). */
export async function accessToken(data: string, scope: ScopeName = 'monetization'): Promise<string> {
  const folder = dataFolder(data);
  const { url, adminUrl } = readAddresses(folder) ?? { url: '', adminUrl: '' };
  const connection = { url: adminUrl, token: adminToken(folder) };
  const { file } = await callAdmin(connection, 'createOAuthClient', {
    name: 'bench',
    kind: 'machine',
    publishers: [PUBLISHER],
    scopes: [scope],
  });
  const { client_id = '', client_secret = '' } = file.machine ?? {};
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) });
  const answer = (await response.json()) as { readonly access_token?: string };
  if (answer.access_token === undefined) throw new Error(`no token: ${JSON.stringify(answer)}`);
  return answer.access_token;
}
