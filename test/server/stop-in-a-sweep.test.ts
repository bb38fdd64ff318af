import { expect, it, vi } from 'vitest';
import { startWorld } from '../support/world.ts';

it('a stop waits for the part of a sweep that is running; the others are left to the next start', async () => {
  const { server, close } = await startWorld({ sweepEvery: 50 });
  const { context } = server;
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(context, 'purge').mockImplementation(async () => {
    begun.resolve();
    await released.promise;
    throw new Error('the database does not answer');
  });
  const ofNextPart = vi.spyOn(context.accounts.store, 'write');
  await begun.promise;
  ofNextPart.mockClear();
  const closing = close();
  await vi.waitFor(() => expect(server.panels.server.listening).toBe(false));
  released.resolve();
  await closing;
  expect(ofNextPart).not.toHaveBeenCalled();
});
