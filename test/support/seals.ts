import { expect } from 'vitest';
import { SEALED_AFTER, type VerifiedLog } from '../../src/audit/index.ts';
import { diptych, to } from './cli.ts';
import { newHolder } from './records.ts';
import type { World } from './world.ts';

/** Makes a few audit log entries about holders and seals them. */
export async function sealLines(world: World, lines = 3): Promise<void> {
  for (let line = 0; line < lines; line += 1) await newHolder(world);
  world.advance(SEALED_AFTER + 1);
  await world.server.context.sealLog();
}

/** The output of `diptych events verify` for a server's audit log. */
export async function verifyEvents(
  world: World,
  ...options: readonly string[]
): Promise<VerifiedLog & { readonly exit: number }> {
  const { exit, out, err } = await diptych('events', 'verify', ...options, '--json', ...to(world));
  if (err !== '') throw new Error(err);
  return { ...(JSON.parse(out) as VerifiedLog), exit };
}

const lineOf = (text: string, name: string) => text.split('\n').find((line) => line.startsWith(name));

/** What the server reports about the seals: its warnings, its metric and its doctor. */
export async function alarmsOf(world: World) {
  const { adminUrl, url, context } = world.server;
  const readyz = await fetch(`${adminUrl}/readyz`);
  const { warnings = [] } = (await readyz.json()) as { readonly warnings?: readonly string[] };
  const doctor = await diptych('doctor', '--data', context.folder.path, '--json');
  const { findings } = JSON.parse(doctor.out) as {
    readonly findings: readonly { readonly check: string; readonly level: string }[];
  };
  return {
    status: readyz.status,
    warnings,
    public: await (await fetch(`${url}/readyz`)).json(),
    metric: lineOf(await (await fetch(`${adminUrl}/metrics`)).text(), 'diptych_trail_seal_fault'),
    doctor: findings.filter(({ check }) => check === 'audit log').map(({ level }) => level),
    log: world.log.filter((line) => line.includes('do not verify')).length,
  };
}

export const QUIET = {
  status: 200,
  warnings: [],
  public: { status: 'ready' },
  metric: 'diptych_trail_seal_fault 0',
  doctor: ['ok'],
  log: 0,
};

export const ALARMED = {
  status: 200,
  warnings: [expect.stringMatching(/^audit log: /)],
  public: { status: 'ready' },
  metric: 'diptych_trail_seal_fault 1',
  doctor: ['failure'],
  log: 1,
};
