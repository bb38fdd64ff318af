import { join } from 'node:path';
import { vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { writeToken } from '../../src/cli/sign-in/kept-token.ts';
import type { TestOperator } from './operator.ts';
import type { World } from './world.ts';

export interface Run {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `diptych …` in this process. */
export async function diptych(...args: readonly string[]): Promise<Run> {
  const written = { out: '', err: '' };
  const keep = (name: 'out' | 'err') => (text: unknown) => {
    written[name] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep('err')),
  ];
  process.exitCode = 0;
  try {
    await main(args);
    return { ...written, exit: Number(process.exitCode) };
  } finally {
    process.exitCode = 0;
    for (const spy of spies) spy.mockRestore();
  }
}

/** The options that make a command act as a signed-in operator. */
export function as({ id, token, connection }: TestOperator, { folder }: World): readonly string[] {
  const file = join(folder, `${id}.token`);
  writeToken(file, token);
  return ['--admin-url', connection.url, '--token-file', file];
}

/** The options that make a command connect to the server of the test. */
export function to({ connection, folder }: World): readonly string[] {
  return ['--admin-url', connection.url, '--data', folder];
}
