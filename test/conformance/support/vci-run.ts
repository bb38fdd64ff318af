import { hooksAt } from '../../../src/conformance/hooks/client.ts';
import { runOpenid4vci, type VciRun } from '../../../src/conformance/openid4vci/run-openid4vci.ts';
import type { Report } from '../../../src/conformance/report/contract.ts';
import { newSeed } from '../../../src/conformance/run/seed.ts';
import type { World } from '../../support/world.ts';
import { CALLBACK } from '../../wallet/openid4vci/support.ts';
import { startHooks } from './run.ts';

// biome-ignore lint/suspicious/noExplicitAny: faults change bodies in every way
export type Body = any;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

export interface Asked {
  readonly url: string;
  readonly headers: Headers;
}

/** What an issuer answers in place of Diptych. */
export type WrongAnswer = (reply: Reply, asked: Asked) => Partial<Reply>;

/** Headers that belong to the bytes of the right answer. */
const OF_BYTES = ['content-length', 'content-encoding', 'transfer-encoding', 'connection'];

const parsed = (text: string): Body => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** An issuer that answers as Diptych, but for one fault. */
export const wrongIssuer =
  (change: WrongAnswer): typeof fetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_BYTES.includes(name)));
    const right = { status: answer.status, headers, body: parsed(await answer.text()) };
    const asked = { url: String(input), headers: new Headers(init?.headers) };
    const reply = { ...right, ...change(right, asked) };
    const text = reply.status === 204 || reply.body === undefined ? null : JSON.stringify(reply.body);
    return new Response(text, { status: reply.status, headers: reply.headers });
  };

interface Options extends Partial<Omit<VciRun, 'target'>> {
  readonly target?: Partial<VciRun['target']>;
  /** As for the issuer interface. */
  readonly leavesHolders?: boolean;
}

/** Runs the profile full against a world, with hooks. */
export async function vciConformance(
  world: World,
  { target, leavesHolders, ...options }: Options = {},
): Promise<Report> {
  const hooks = await startHooks(world, leavesHolders);
  try {
    return await runOpenid4vci({
      target: {
        issuer: `${world.url}/vci`,
        headers: {},
        clientId: 'wallet-1',
        redirectUri: CALLBACK,
        ...target,
      },
      profile: 'full',
      setup: ['testRoot'],
      codes: [],
      known: {},
      rate: 0,
      seed: newSeed(),
      budget: 600_000,
      runner: { version: 'test', commit: 'test' },
      hooks: hooksAt(hooks.url, hooks.token),
      ...options,
    });
  } finally {
    await hooks.close();
  }
}
