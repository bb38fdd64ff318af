import { expect, vi } from 'vitest';

/** Maximum time until a state is reached on a busy machine, in milliseconds. */
const PATIENCE = 180_000;

/** The readiness that a supervisor sees. */
async function readiness(url: string): Promise<unknown> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
}

export const READY = { status: 200, body: { status: 'ready' } };
export const UNAVAILABLE = { status: 503, body: { status: 'unavailable' } };

/** Waits until a supervisor sees this readiness. The process must be alive and answer in any case. */
export async function untilTold(url: string, told: typeof READY): Promise<void> {
  await vi.waitFor(async () => expect(await readiness(url)).toEqual(told), {
    timeout: PATIENCE,
    interval: 20,
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
}
