import { randomUUID } from 'node:crypto';
import { METHODS } from '../../../src/admin/contract/index.ts';
import { pageToken } from '../../../src/conventions/page.ts';
import { type OperationName, operationPath } from '../../../src/issuer/contract/index.ts';
import { adminToken } from '../../../src/server/files/create-data-folder.ts';
import { dataFolder } from '../../../src/server/files/data-folder.ts';
import type { RawRequest } from '../../harness/http-connection.ts';
import { ISSUER_ID } from '../../issuer/phone.ts';
import { idsOf, requestIdOf } from '../store/ids.ts';
import type { GrownStore } from './grown-store.ts';

/** Number of rows on a page. */
export const PAGE = 50;

const call = (operation: OperationName, request: object): RawRequest => ({
  method: 'POST',
  path: operationPath(operation),
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    requestMetadata: { requestId: randomUUID(), version: { major: 1, minor: 0 }, issuerId: ISSUER_ID },
    ...request,
  }),
});

type Query = Readonly<Record<string, string>>;
type ListName = 'listCredentials' | 'listHolders' | 'listEvents';

/** Requests about a copy. Every answer has the same size on every store. */
export function requestsAbout({ data, credentials, template, timeOf }: GrownStore) {
  const headers = { authorization: `Bearer ${adminToken(dataFolder(data))}` };
  const get = (path: string): RawRequest => ({ method: 'GET', path, headers });
  const list = (name: ListName, query: Query) =>
    get(`${METHODS[name].http[1]}?${new URLSearchParams({ pageSize: String(PAGE), ...query })}`);
  /** A prefix of random ids: it selects the position of the copy in the store, never the end of the store. */
  const prefixOf = (copy: number) =>
    Math.floor((copy / credentials) * 0xf0)
      .toString(16)
      .padStart(2, '0');
  const requestId = template.requests.at(-1)?.requestId ?? '';
  return {
    status: (copy: number) => {
      const { deviceReferenceId, credentialId } = idsOf(copy);
      return call('getCredentialStatus', { deviceReferenceId, credentialId });
    },
    proofingStatus: (copy: number) => {
      const { deviceReferenceId, proofingId } = idsOf(copy);
      return call('getProofingStatus', { deviceReferenceId, proofingId });
    },
    nonce: () => call('getDeviceRegistrationNonce', { deviceReferenceId: randomUUID() }),
    credentials: (copy: number) =>
      list('listCredentials', { pageToken: pageToken([prefixOf(copy)], { list: 'credentials' }) }),
    credentialsOfHolder: (copy: number) => list('listCredentials', { holderId: idsOf(copy).holderId }),
    credentialsOfPeriod: (copy: number) =>
      list('listCredentials', {
        startTime: new Date(timeOf(copy)).toISOString(),
        endTime: new Date(timeOf(copy + PAGE)).toISOString(),
      }),
    active: () => list('listCredentials', { state: 'active' }),
    revoked: () => list('listCredentials', { state: 'revoked' }),
    holders: (copy: number) =>
      list('listHolders', {
        pageToken: pageToken([idsOf(Math.max(0, copy - PAGE - 1)).holderId], { list: 'holders' }),
      }),
    events: (copy: number) =>
      list('listEvents', { subject: 'credential', subjectId: idsOf(copy).credentialId }),
    explain: (copy: number) => get(METHODS.getRequest.http[1].replace('{id}', requestIdOf(copy, requestId))),
  } satisfies Record<string, (copy: number) => RawRequest>;
}

export type About = keyof ReturnType<typeof requestsAbout>;
