import { randomUUID } from 'node:crypto';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { boundedText } from '../../conventions/bounded-text.ts';
import { Inconclusive, NotRun } from '../deviation.ts';
import { HOOKS, type HookAction, type HookRequest, type HookResponse } from './contract.ts';

export interface Hooks {
  /** @throws NotRun if the action is not offered, Inconclusive if it fails */
  call<A extends HookAction>(action: A, request: HookRequest<A>): Promise<HookResponse<A>>;
}

/** Milliseconds in which an action must be done. */
const TIMEOUT = 30_000;
const NOT_OFFERED = 404;
const MAX_ANSWER = 65_536;

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The hooks at this address. */
export function hooksAt(url: string, token: string | undefined): Hooks {
  const base = url.replace(/\/$/, '');
  return {
    async call(action, request) {
      const answer = await fetch(`${base}/${action}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(request),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      }).catch((cause: unknown) => {
        throw new Inconclusive(`the hook ${action} did not answer`, { cause });
      });
      if (answer.status === NOT_OFFERED) throw new NotRun(`needs hook ${action}`);
      const body = await boundedText(answer, MAX_ANSWER).then(parsed, () => undefined);
      if (!answer.ok) throw new Inconclusive(`the hook ${action} failed with HTTP ${answer.status}`);
      if (!Compile(HOOKS[action].response as TSchema).Check(body)) {
        throw new Inconclusive(`the answer of the hook ${action} does not have the shape of the contract`);
      }
      return body as never;
    },
  };
}
