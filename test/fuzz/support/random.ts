import fc from 'fast-check';
import type { FuzzRequest } from './request.ts';
import { adminRequests } from './requests/admin.ts';
import { batchRequests } from './requests/batch.ts';
import { consoleRequests } from './requests/console.ts';
import { issuerRequests } from './requests/issuer.ts';
import { mediationRequests } from './requests/mediation.ts';
import { oauthRequests } from './requests/oauth.ts';
import type { Stage } from './stage.ts';
import { sentOver, wire } from './wire.ts';

/** Random requests to every listener: valid requests with random errors added. */
export function randomRequests(stage: Stage): fc.Arbitrary<FuzzRequest> {
  const good = fc.oneof(
    issuerRequests(stage),
    mediationRequests(),
    batchRequests(),
    oauthRequests(stage),
    adminRequests(stage),
    consoleRequests(stage),
  );
  return fc
    .tuple(good, wire)
    .map(([request, changes]) => sentOver(request, stage.credentials[request.listener], changes));
}
