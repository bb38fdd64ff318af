import type { RawRequest } from '../harness/http-connection.ts';
import { ACCOUNT, CREATE_BODY, GROUPS, groupOf, PAGE } from './sample.ts';
import { LINES } from './sizes.ts';

const FIRST_GROUP = `${GROUPS}/${groupOf(0, LINES).groupId}`;

/** Paths without the version prefix. */
const READS = {
  listGroups: `${GROUPS}?pageSize=${PAGE}`,
  getGroup: FIRST_GROUP,
  listAdSources: `${ACCOUNT}/adSources`,
  listExperiments: `${FIRST_GROUP}/mediationAbExperiments`,
} as const;
export type Read = keyof typeof READS;

export const READ_NAMES = Object.keys(READS) as Read[];

const authorized = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' });

const getOf = (path: string, token: string): RawRequest => ({
  method: 'GET',
  path: `/v1beta/${path}`,
  headers: authorized(token),
});

/** The path of a read as servers route it, without its query. */
export const readPath = (read: Read): string => `/v1beta/${READS[read].split('?', 1)[0]}`;

export const readRequest = (read: Read, token: string) => getOf(READS[read], token);

export const groupRequest = (groupId: string, token: string) => getOf(`${GROUPS}/${groupId}`, token);

const JSON_BODY = { 'content-type': 'application/json' };

export const createRequest = (token: string): RawRequest => ({
  method: 'POST',
  path: `/v1beta/${GROUPS}`,
  headers: { ...authorized(token), ...JSON_BODY },
  body: JSON.stringify(CREATE_BODY),
});

/** A patch that sets the state of a group's last line. */
export function patchRequest(group: number, state: 'ENABLED' | 'DISABLED', token: string): RawRequest {
  const { groupId, lines } = groupOf(group, LINES);
  const { lineId } = lines.at(-1)!;
  const updateMask = encodeURIComponent(`mediationGroupLines["${lineId}"].state`);
  return {
    method: 'PATCH',
    path: `/v1beta/${GROUPS}/${groupId}?updateMask=${updateMask}`,
    headers: { ...authorized(token), ...JSON_BODY },
    body: JSON.stringify({ mediationGroupLines: { [lineId]: { state } } }),
  };
}
