import type { FuzzRequest } from './request.ts';
import { mediationRequest } from './requests/mediation.ts';
import { SHAPES } from './shapes.ts';
import type { Stage } from './stage.ts';

const FORM = ['Content-Type', 'application/x-www-form-urlencoded'] as const;

/** Refused by the listener, which the handlers of errors under /oauth took for a failure of the server. */
const repeatedHost = (path: string): FuzzRequest => ({
  listener: 'panels',
  name: 'a second Host',
  method: 'POST',
  path,
  headers: [FORM, ['Host', 'x']],
  body: 'token=x',
});

/** Requests that stalled or broke the server once. Add what the fuzzer finds, as small as it can be made. */
export function offenders({ credentials }: Stage): readonly FuzzRequest[] {
  const group = mediationRequest('accounts.mediationGroups.create');
  const as = (request: FuzzRequest): FuzzRequest => ({
    ...request,
    headers: [...(request.headers ?? []), ['Authorization', credentials[request.listener]]],
  });
  return [
    repeatedHost('/oauth/interaction/x/sign-in'),
    repeatedHost('/oauth/revoke'),
    as({ ...group, name: 'many empty lists', body: `{"x":${SHAPES['empty lists'](1_000_000)}}` }),
    as({ ...group, name: 'escaped quotes', body: `{"x":${SHAPES['escaped quotes'](1_000_000)}}` }),
  ];
}
