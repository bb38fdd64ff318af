import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hooksAt } from '../../src/conformance/hooks/client.ts';
import { useWorld } from '../support/use-world.ts';
import { HELD_SETTINGS, HELD_TYPE, type Hooked, startHooks } from './support/run.ts';

const world = useWorld({ settings: HELD_SETTINGS });
let hooks: Hooked;
beforeAll(async () => {
  hooks = await startHooks(world());
});
afterAll(() => hooks.close());

async function post(action: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${hooks.url}/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hooks.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('The hooks of Diptych', () => {
  it('a caller without the token is refused', async () => {
    expect((await post('issueCode', {}, { authorization: 'Bearer another' })).status).toBe(401);
  });

  it('an action that does not exist is answered with 404', async () => {
    expect((await post('openTheDoor', {})).status).toBe(404);
  });

  it('a request of another shape is refused', async () => {
    expect((await post('decide', { proofingId: 'p', decision: 'perhaps' })).status).toBe(400);
  });

  it('the same idempotency key gets the same answer', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await post('issueCode', {}, key);
    expect(await post('issueCode', {}, key)).toEqual(first);
    expect(await post('issueCode', {})).not.toEqual(first);
  });

  it('a held code is for the document type whose proofings an operator decides', async () => {
    expect((await post('issueHeldCode', {})).body).toMatchObject({ documentType: HELD_TYPE });
  });

  it('reset erases the test holders', async () => {
    await post('issueCode', {});
    expect((await post('reset', {})).status).toBe(200);
    expect((await world().admin('listHolders', {})).holders).toEqual([]);
  });

  it('the runner does not run a case whose action is not offered, and has no verdict if an action fails', async () => {
    const client = hooksAt(hooks.url, hooks.token);
    await expect(client.call('noSuchAction' as 'reset', {})).rejects.toMatchObject({ name: 'NotRun' });
    await expect(hooksAt(hooks.url, 'another').call('issueCode', {})).rejects.toMatchObject({
      name: 'Inconclusive',
      message: 'the hook issueCode failed with HTTP 401',
    });
  });
});
