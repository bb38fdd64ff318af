import { SERVICE } from '../../mediation/contract/index.ts';
import type { Send } from '../http.ts';
import { expectEqual, type Narrator } from '../narrator.ts';

/** One of the two usual addresses. A shell would expand the dollar sign in the other one. */
export const DISCOVERY_PATH = `/discovery/v1/apis/${SERVICE.name}/${SERVICE.version}/rest`;

interface Discovery {
  readonly id: string;
  readonly rootUrl: string;
  readonly auth: { readonly oauth2: { readonly scopes: Readonly<Record<string, object>> } };
}

/** The scopes that the discovery document lists. */
export async function readDiscovery(url: string, send: Send, tell: Narrator): Promise<readonly string[]> {
  tell.step('Her client library reads the discovery document');
  const { text } = await send({ method: 'GET', path: `${url}${DISCOVERY_PATH}` });
  const { id, rootUrl, auth } = JSON.parse(text()) as Discovery;
  expectEqual(rootUrl, `${url}/`, 'rootUrl');
  const scopes = Object.keys(auth.oauth2.scopes);
  tell.result(`${id} at ${rootUrl}, with these scopes`);
  tell.show(scopes.join('\n'));
  return scopes;
}
