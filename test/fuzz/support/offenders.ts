import type { FuzzRequest } from './request.ts';
import { mediationRequest } from './requests/mediation.ts';
import { SHAPES } from './shapes.ts';
import type { Stage } from './stage.ts';

const FORM = ['Content-Type', 'application/x-www-form-urlencoded'] as const;

/** The listener refuses this request. The error handlers under /oauth once reported it as a server failure. */
const repeatedHost = (path: string): FuzzRequest => ({
  listener: 'panels',
  name: 'a second Host',
  method: 'POST',
  path,
  headers: [FORM, ['Host', 'x']],
  body: 'token=x',
});

/** Requests that once stalled or broke the server. Add findings of the fuzzer here, as small as possible. */
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
