import { expect, vi } from 'vitest';

/** Longest that a state may take to come about on a loaded machine, milliseconds. */
const PATIENCE = 180_000;

/** What a supervisor is told. */
async function readiness(url: string): Promise<unknown> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
}

export const READY = { status: 200, body: { status: 'ready' } };
export const UNAVAILABLE = { status: 503, body: { status: 'unavailable' } };

/** Until a supervisor is told so. The process answers and lives, whatever it says. */
export async function untilTold(url: string, told: typeof READY): Promise<void> {
  await vi.waitFor(async () => expect(await readiness(url)).toEqual(told), {
    timeout: PATIENCE,
    interval: 20,
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
}
