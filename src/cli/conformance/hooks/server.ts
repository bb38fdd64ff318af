import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { HOOKS, type HookAction } from '../../../conformance/hooks/contract.ts';
import { jsonOrUndefined } from '../../../conventions/strict-json.ts';
import type { Actions } from './admin-actions.ts';

const MAX_BODY = 65_536;
/** Answers by idempotency key: enough for the retries of one run. */
const REMEMBERED = 1000;

interface HooksServer {
  readonly actions: Actions;
  readonly token: string;
  /** Called with what went wrong in an action. */
  readonly onError: (action: string, error: unknown) => void;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

function isAdmitted({ headers }: IncomingMessage, token: string): boolean {
  const [given, wanted] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > MAX_BODY) return undefined;
    parts.push(part as Buffer);
  }
  return jsonOrUndefined(Buffer.concat(parts).toString('utf8'));
}

const problem = (status: number, error: string): Answer => ({ status, body: { error } });

async function perform({ actions, onError }: HooksServer, name: string, body: unknown): Promise<Answer> {
  const action = Object.hasOwn(actions, name) ? actions[name as HookAction] : undefined;
  if (!action) return problem(404, 'this action is not offered');
  if (!Compile(HOOKS[name as HookAction].request as TSchema).Check(body))
    return problem(400, 'the request does not have the shape of the contract');
  try {
    return { status: 200, body: await action(body as never) };
  } catch (error) {
    onError(name, error);
    return problem(500, 'the action failed');
  }
}

/** Offers these actions as hooks. The same idempotency key gets the same answer. */
export function hooksServer(options: HooksServer): Server {
  const answers = new LRUCache<string, Promise<Answer>>({ max: REMEMBERED });
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    if (!isAdmitted(request, options.token)) return problem(401, 'the bearer token is wrong');
    if (request.method !== 'POST') return problem(405, 'use POST');
    const name = new URL(request.url ?? '', 'http://hooks').pathname.split('/').at(-1) ?? '';
    const body = await bodyOf(request);
    const key = request.headers['idempotency-key'];
    if (key === undefined) return perform(options, name, body);
    const known = answers.get(String(key)) ?? perform(options, name, body);
    answers.set(String(key), known);
    return known;
  };
  return createServer((request, response) => {
    void answerTo(request)
      .catch(() => problem(400, 'the request is incomplete'))
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
  });
}
