import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StatusError } from '../../src/conventions/status.ts';
import { BearerRefusal } from '../../src/http/oauth/index.ts';
import { type ForeignIssuer, startForeignIssuer } from '../support/foreign-issuer.ts';
import { ACME, type OAuthWorld, SCOPE, startOAuthWorld } from '../support/oauth-world.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

const AUDIENCE = 'https://diptych.example/mediation';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** More than the pause after a failed request for keys, in milliseconds. */
const PAUSE = 6000;

let world: OAuthWorld;
let issuer: ForeignIssuer;

beforeAll(async () => {
  issuer = await startForeignIssuer();
  world = await startOAuthWorld({ 'oauth.issuers': [{ issuer: issuer.url, audience: AUDIENCE }] });
}, HOOK_TIMEOUT);
afterAll(async () => {
  vi.useRealTimers();
  await world.close();
  await issuer.close();
});

/** Moves the clock on, which decides how long loaded keys are used. */
function later(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

let signed = 0;

/** A token with a new subject each time, so that no earlier result is reused. */
function token(): Promise<string> {
  signed += 1;
  const exp = Math.floor(Date.now() / 1000) + 7200;
  return issuer.sign({ sub: `s${signed}`, aud: AUDIENCE, publishers: [ACME], scope: SCOPE.readonly, exp });
}

async function outcome(text: string): Promise<string> {
  try {
    await world.server.context.accounts.bearer.verify(`Bearer ${text}`);
    return 'accepted';
  } catch (error) {
    if (error instanceof BearerRefusal) return error.reason;
    return error instanceof StatusError ? error.code : 'a fault';
  }
}

function* endless(): Generator<string> {
  yield '{"keys":[';
  for (;;) yield ' '.repeat(65_536);
}

type Answer = (response: ServerResponse) => void;

const FAULTS: readonly (readonly [string, Answer])[] = [
  ['endless', (response) => void Readable.from(endless()).pipe(response)],
  ['a redirect', (response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
  ['a page', (response) => void response.end('<html>')],
  ['something else', (response) => void response.end('{"keys":{}}')],
  ['an error', (response) => void response.writeHead(500).end()],
];

describe('An access token whose issuer is out of order', () => {
  it.each(FAULTS)(
    "a token gets 503 while the issuer's keys are %s, and many tokens cause only one request for keys",
    async (_, answer) => {
      later(2 * HOUR);
      issuer.answerKeys(answer);
      const before = issuer.keyRequests();
      for (let count = 0; count < 5; count += 1) expect(await outcome(await token())).toBe('UNAVAILABLE');
      expect(issuer.keyRequests()).toBe(before + 1);
      issuer.answerKeys(undefined);
      later(PAUSE);
      expect(await outcome(await token())).toBe('accepted');
    },
  );

  it('tokens are accepted by the last known keys for an hour', async () => {
    expect(await outcome(await token())).toBe('accepted');
    issuer.answerKeys((response) => void response.writeHead(503).end());
    later(20 * MINUTE);
    expect(await outcome(await token())).toBe('accepted');
    later(HOUR);
    expect(await outcome(await token())).toBe('UNAVAILABLE');
    issuer.answerKeys(undefined);
    later(PAUSE);
    expect(await outcome(await token())).toBe('accepted');
  });

  it('a token is refused once the issuer has withdrawn its key', async () => {
    const known = await token();
    expect(await outcome(known)).toBe('accepted');
    await issuer.rotate();
    later(20 * MINUTE);
    expect(await outcome(known)).toBe('ACCESS_TOKEN_INVALID');
    expect(await outcome(await token())).toBe('accepted');
  });

  it('tokens with an unknown key do not cause a request for keys each time', async () => {
    expect(await outcome(await token())).toBe('accepted');
    const before = issuer.keyRequests();
    const exp = Math.floor(Date.now() / 1000) + 60;
    for (let count = 0; count < 5; count += 1) {
      const unknown = await issuer.sign({ sub: 's', aud: AUDIENCE, exp }, { kid: `made-up-${count}` });
      expect(await outcome(unknown)).toBe('ACCESS_TOKEN_INVALID');
    }
    expect(issuer.keyRequests()).toBe(before);
  });
});
