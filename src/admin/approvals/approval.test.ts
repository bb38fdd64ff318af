import { expect, it } from 'vitest';
import type { Approval } from '../../issuer/model/index.ts';
import { concernsOf } from './approval.ts';

it.each([
  ['importKey', { certificate: 'PEM' }, ['importKey', 'documentSigner']],
  ['importKey', { certificate: 'PEM', role: 'statusSigner' }, ['importKey', 'statusSigner']],
  ['rotateMasterKey', {}, ['rotateMasterKey']],
  ['revokeHolder', { id: 'h-1' }, ['revokeHolder']],
])('an approval of %s with %j concerns %j', (method, request, concerns) => {
  expect(concernsOf({ method, arguments: JSON.stringify(request) } as Approval)).toEqual(concerns);
});
