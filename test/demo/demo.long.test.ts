import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { OPERATION_NAMES } from '../../src/issuer/contract/index.ts';
import { METHOD_NAMES, METHODS } from '../../src/mediation/contract/index.ts';

/** Milliseconds: a whole server starts, and passwords are hashed. */
const STORY_TIMEOUT = 180_000;

interface Told {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `diptych demo --once …` in this process. */
async function demo(...args: readonly string[]): Promise<Told> {
  const told = { out: '', err: '' };
  const keep = (name: 'out' | 'err') => (text: unknown) => {
    told[name] += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'));
  process.exitCode = 0;
  await main(['demo', '--once', ...args]);
  return { ...told, exit: Number(process.exitCode) };
}

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

interface Exchange {
  /** HTTP method and address. */
  readonly request: string;
  readonly headers: Headers;
  readonly form: URLSearchParams;
  readonly answer: Response;
}

/** Passes all requests on and lets the test inspect them and their answers, and change the answers. */
function watch(look: (exchange: Exchange) => Promise<Response>): void {
  const through = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    look({
      request: `${init?.method ?? 'GET'} ${String(input)}`,
      headers: new Headers(init?.headers),
      form: new URLSearchParams(String(init?.body ?? '')),
      answer: await through(input, init),
    }),
  );
}

/** The form of a method in HTTP. */
function requestOf(name: (typeof METHOD_NAMES)[number]): RegExp {
  const { httpMethod, flatPath } = METHODS[name].address;
  return new RegExp(`^${httpMethod} http://[^/]+/${flatPath.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
}

/** Replaces ids, dates, sizes and percentages, which differ in every run, and with them the widths of columns. */
const masked = (text: string) =>
  text.split('\n').map((line) =>
    line
      .trim()
      .replaceAll(/\d+(?:\.\d+)?/g, '#')
      .replaceAll(/ +/g, ' '),
  );

/** Lines of output in README.md that are missing in this output. */
function shownInReadme(out: string): number {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, cut = ''] = /```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const lines = new Set(masked(out));
  return masked(cut).filter((line) => line.length > 1 && lines.has(line)).length;
}

const SECRET_FIELDS = ['password', 'code', 'code_verifier', 'client_secret', 'refresh_token', 'csrf'];

/** One run of the mediation panel, with the methods that it called and the secrets that it sent and received. */
async function observedRun() {
  const requests: string[] = [];
  const secrets = new Set<string | null>();
  watch(async ({ request, headers, form, answer }) => {
    if (answer.ok) requests.push(request);
    for (const name of SECRET_FIELDS) secrets.add(form.get(name));
    for (const name of ['authorization', 'cookie']) secrets.add(headers.get(name));
    const [, token = null] = /"access_token": *"([^"]+)"/.exec(await answer.clone().text()) ?? [];
    secrets.add(token);
    return answer;
  });
  const told = await demo('--panel', 'mediation', '--verbose');
  secrets.delete(null);
  return { ...told, requests, secrets };
}

describe('diptych demo of the mediation panel', () => {
  let run: Awaited<ReturnType<typeof observedRun>>;
  beforeAll(async () => {
    run = await observedRun();
    vi.restoreAllMocks();
  }, STORY_TIMEOUT);

  it('diptych demo shows the mediation panel and calls every method of it', () => {
    const { exit, out, err, requests } = run;
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    const missed = METHOD_NAMES.filter((name) => !requests.some((one) => requestOf(name).test(one)));
    expect(missed).toEqual([]);
    expect(out).toContain(`All ${METHOD_NAMES.length} methods were called`);
    expect(out).toContain('See, create and change the ad mediation settings');
    expect(out).not.toContain('The issuer panel');
    expect(shownInReadme(out)).toBe(8);
  });

  it('the server names the leader of the experiment, and a plan is applied as a whole', () => {
    expect(run.out).toMatch(/ TOO_EARLY_TO_CALL\n(?:.*\n)+.*% \(.*\) +TREATMENT\n/);
    expect(run.out).toContain('~ line applovin: cpm: 2.50 -> 2.75');
    expect(run.out).toContain('planned again: no change');
  });

  it('diptych demo prints requests and responses without passwords, tokens, codes and secrets', () => {
    const { exit, out, secrets } = run;
    expect(exit).toBe(0);
    expect(out).toContain('POST /oauth/token');
    expect(out).toContain('"access_token": "***"');
    expect(secrets.size).toBeGreaterThan(10);
    expect([...secrets].filter((secret) => out.includes(String(secret)))).toEqual([]);
  });
});

describe('diptych demo', () => {
  it(
    'diptych demo fails on an unexpected answer',
    async () => {
      watch(async ({ request, answer }) => {
        if (!/^GET .*\/apps$/.test(request)) return answer;
        return Response.json({ apps: [] });
      });
      const { exit, err } = await demo('--panel', 'mediation');
      expect(exit).toBe(1);
      expect(err).toContain('apps: expected [{"name":');
    },
    STORY_TIMEOUT,
  );

  it(
    'diptych demo shows the issuer panel and calls every operation of it',
    async () => {
      const { exit, out, err } = await demo('--panel', 'issuer', '--verbose');
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      expect(out).toContain(`All ${OPERATION_NAMES.length} operations were called`);
      expect(OPERATION_NAMES.filter((name) => !out.includes(`POST /v1/vdc/${name}`))).toEqual([]);
      expect(out.match(/its entry \d+ of 1 048 576 says: \w+/g)?.map((line) => line.split(': ')[1])).toEqual([
        'valid',
        'valid',
        'valid',
        'valid',
        'revoked',
        'revoked',
      ]);
      expect(out).toContain('@openid4vc/openid4vci, unmodified, got 5 credentials');
      expect(out).toContain('POST /vci/credential');
      expect(out).not.toMatch(/"(pre-authorized_code|access_token|c_nonce)": "(?!\*\*\*)/);
      expect(out).not.toContain('The mediation panel');
      expect(shownInReadme(out)).toBe(9);
    },
    STORY_TIMEOUT,
  );
});
