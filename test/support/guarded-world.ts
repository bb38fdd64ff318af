import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Role } from '../../src/accounts/permissions.ts';
import { newUser, signInAs, type TestOperator } from './operator.ts';
import { HOOK_TIMEOUT } from './use-world.ts';
import { startWorld, type World } from './world.ts';

export interface GuardedWorld {
  readonly world: () => World;
  readonly operator: (name: string) => TestOperator;
}

/** Signed-in users who got their roles before `admin.secondPerson` applied to them. */
export function useGuardedWorld(
  settings: Readonly<Record<string, unknown>>,
  people: Readonly<Record<string, Role>>,
): GuardedWorld {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-guarded-'));
  const operators = new Map<string, TestOperator>();
  let world: World | undefined;

  beforeAll(async () => {
    const open = await startWorld({ folder });
    const ids = new Map<string, string>();
    for (const [name, role] of Object.entries(people))
      ids.set(name, await newUser(open, `${name}@example.com`, role));
    await open.close();
    const guarded = await startWorld({ folder, settings });
    world = guarded;
    for (const [name, id] of ids) {
      const email = `${name}@example.com`;
      const token = await signInAs(guarded, email);
      const connection = { ...guarded.connection, token: token.accessToken };
      operators.set(name, { id, email, token, connection });
    }
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await world?.close();
    // As in `useOpened`.
    world = undefined;
    rmSync(folder, { recursive: true });
  });
  return { world: () => world as World, operator: (name) => operators.get(name) as TestOperator };
}
