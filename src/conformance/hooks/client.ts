import { randomUUID } from 'node:crypto';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { fetchFrom } from '../../client/transport/fetch.ts';
import { jsonOrUndefined } from '../../conventions/strict-json.ts';
import { Inconclusive, NotRun } from '../deviation.ts';
import { HOOKS, type HookAction, type HookRequest, type HookResponse } from './contract.ts';

export interface Hooks {
  /** @throws NotRun if the action is not offered, Inconclusive if it fails */
  call<A extends HookAction>(action: A, request: HookRequest<A>): Promise<HookResponse<A>>;
}

/** Milliseconds in which an action must be done. `reset` removes all holders of a run, and an issuer may erase each of them. */
const TIMEOUT: Readonly<Partial<Record<HookAction, number>>> = { reset: 600_000 };
const USUAL_TIMEOUT = 30_000;
const NOT_OFFERED = 404;
const MAX_ANSWER = 65_536;

/** The hooks at this address. */
export function hooksAt(url: string, token: string | undefined): Hooks {
  const sender = (timeout = USUAL_TIMEOUT) =>
    fetchFrom({
      url: url.replace(/\/$/, ''),
      init: {
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      },
      timeout,
      most: MAX_ANSWER,
    });
  return {
    async call(action, request) {
      const answer = await sender(TIMEOUT[action])({
        method: 'POST',
        path: `/${action}`,
        headers: { 'idempotency-key': randomUUID() },
        body: JSON.stringify(request),
      }).catch((cause: unknown) => {
        throw new Inconclusive(`the hook ${action} did not answer`, { cause });
      });
      if (answer.status === NOT_OFFERED) throw new NotRun(`needs hook ${action}`);
      const body = jsonOrUndefined(answer.text());
      if (!answer.ok) throw new Inconclusive(`the hook ${action} failed with HTTP ${answer.status}`);
      if (!Compile(HOOKS[action].response as TSchema).Check(body)) {
        throw new Inconclusive(`the answer of the hook ${action} does not have the shape of the contract`);
      }
      return body as never;
    },
  };
}
