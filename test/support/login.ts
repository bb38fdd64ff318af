import { vi } from 'vitest';
import { main } from '../../src/cli/main.ts';

export interface LoginRun {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  /** The address that the command printed. */
  readonly address: string;
}

/** Runs a command that signs in, and does with the address that it prints what a user would do. */
export async function runLogin(
  args: readonly string[],
  visit: (address: string) => Promise<unknown>,
): Promise<LoginRun> {
  const written = { out: '', err: '', address: '' };
  const visits: Promise<unknown>[] = [];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.out += String(text);
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written.err += String(text);
      const [address] = /https?:\/\/\S+/.exec(String(text)) ?? [];
      if (address !== undefined && written.address === '') {
        written.address = address;
        visits.push(visit(address));
      }
      return true;
    }),
  ];
  process.exitCode = 0;
  try {
    await main(args);
    await Promise.all(visits);
    return { ...written, exit: Number(process.exitCode) };
  } finally {
    process.exitCode = 0;
    for (const spy of spies) spy.mockRestore();
  }
}
