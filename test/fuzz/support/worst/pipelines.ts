import { operationPath } from '../../../../src/issuer/contract/index.ts';
import { GROUP, PUBLISHER } from '../contents.ts';
import { type FuzzRequest, JSON_BODY } from '../request.ts';
import type { ListenerName, Stage } from '../stage.ts';

const FORM = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
const BATCH = ['Content-Type', 'multipart/mixed; boundary=b'] as const;

type Small = Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body'>;

const get = (path: string): Small => ({ method: 'GET', path });
const post = (path: string, body: string, type: readonly [string, string] = JSON_BODY): Small => ({
  method: 'POST',
  path,
  headers: [type],
  body,
});

/** Small requests, each to another part of the server. */
const SMALL: Readonly<Record<ListenerName, readonly Small[]>> = {
  panels: [
    get('/openapi/mediation.json'),
    get('/docs/api'),
    get('/$discovery/rest'),
    get('/.well-known/openid-configuration'),
    get('/oauth/jwks'),
    get('/oauth/auth'),
    get('/x'),
    get('/console/mediation'),
    get(`/v1beta/accounts/${PUBLISHER}/mediationGroups/${GROUP}`),
    get(`/v1beta/accounts/${PUBLISHER}/adSources`),
    post('/oauth/token', 'grant_type=x', FORM),
    post('/console/session:challenge', '{}'),
    post('/serve/v1/x/events', '{"rows":[]}'),
    post('/batch', '--b--', BATCH),
  ],
  issuer: [
    get('/openapi/issuer.json'),
    get('/x'),
    post(operationPath('healthCheck'), '{}'),
    post(operationPath('getIdentityKey'), '{}'),
  ],
  admin: [
    get('/openapi/admin.json'),
    get('/metrics'),
    get('/admin/v1/events?pageSize=10'),
    get('/admin/v1/settings'),
    get('/x'),
    post('/admin/v1/holders:check', '{"holders":[]}'),
  ],
};

/** Many small requests at once on one connection, by callers and by strangers, whose answers are read or not. */
export function pipelines({ credentials }: Stage, times: number): readonly FuzzRequest[] {
  return Object.entries(SMALL).flatMap(([name, requests]) => {
    const listener = name as ListenerName;
    const own = ['Authorization', credentials[listener]] as const;
    return requests.flatMap((small) =>
      [true, false].flatMap((isOwn) =>
        [true, false].map(
          (isUnread): FuzzRequest => ({
            ...small,
            listener,
            shape: 'pipelining',
            name: `${times} at once${isOwn ? '' : ' of a stranger'}, answers ${isUnread ? 'not read' : 'read'}`,
            headers: [...(small.headers ?? []), ...(isOwn ? [own] : [])],
            times,
            isUnread,
          }),
        ),
      ),
    );
  });
}
