import type { AddressInfo } from 'node:net';
import { adminActions } from '../../../src/cli/conformance/hooks/admin-actions.ts';
import { hooksServer } from '../../../src/cli/conformance/hooks/server.ts';
import { hooksAt } from '../../../src/conformance/hooks/client.ts';
import { type IssuerRun, runIssuer } from '../../../src/conformance/issuer/run-issuer.ts';
import type { Report } from '../../../src/conformance/report/contract.ts';
import { newSeed } from '../../../src/conformance/run/seed.ts';
import { DOCUMENT_TYPES } from '../../../src/issuer/document-types/index.ts';
import type { World } from '../../support/world.ts';

const TOKEN = 'a token of the test';
export const HELD_TYPE = 'eu.europa.ec.eudi.pid.1';

/** Settings with which the hooks can offer a held code. */
export const HELD_SETTINGS = { 'issuer.byDocumentType': { [HELD_TYPE]: { decisions: 'manual' } } };

export interface Hooked {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

interface Options extends Partial<Omit<IssuerRun, 'target'>> {
  readonly target?: Partial<IssuerRun['target']>;
  /** Leaves its holders in the world: an erasure looks for leftovers in the file of the database. */
  readonly leavesHolders?: boolean;
}

/** The hooks of the world through its administration; the test also owns the clock. */
export async function startHooks(world: World, leavesHolders = false): Promise<Hooked> {
  const documentType = DOCUMENT_TYPES.get('org.iso.18013.5.1.mDL')!;
  const heldType = DOCUMENT_TYPES.get(HELD_TYPE)!;
  const { connection, now: clock } = world;
  const server = hooksServer({
    token: TOKEN,
    onError(action, error) {
      throw new Error(`the hook ${action} failed`, { cause: error });
    },
    actions: {
      ...adminActions({ connection, country: 'US', documentType, heldType, clock }),
      async advanceClock({ seconds }) {
        world.advance(seconds * 1000);
        return { nowMillis: world.now() };
      },
      ...(leavesHolders && { reset: async () => ({}) }),
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: TOKEN,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Runs the profile full against a world, without hooks. */
export function runWithoutHooks(
  world: World,
  { target, ...options }: Omit<Options, 'leavesHolders'> = {},
): Promise<Report> {
  return runIssuer({
    target: { baseUrl: world.url, issuerId: world.issuerId, headers: {}, hpkeContext: 'info', ...target },
    profile: 'full',
    setup: ['testRoot'],
    codes: [],
    known: {},
    rate: 0,
    seed: newSeed(),
    budget: 600_000,
    runner: { version: 'test', commit: 'test' },
    ...options,
  });
}

/** Runs the profile full against a world. */
export async function conformanceOf(
  world: World,
  { leavesHolders, ...options }: Options = {},
): Promise<Report> {
  const hooks = await startHooks(world, leavesHolders);
  try {
    return await runWithoutHooks(world, { ...options, hooks: hooksAt(hooks.url, hooks.token) });
  } finally {
    await hooks.close();
  }
}

/** What did not pass, with the reason. */
export const notPassed = ({ cases }: Report): readonly string[] =>
  cases.flatMap(({ id, result, reason }) => (result === 'pass' ? [] : [`${id} ${result}: ${reason}`]));
