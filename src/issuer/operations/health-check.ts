import type { Operation } from './operation.ts';

/** Returns the message, to test connectivity. */
export const healthCheck: Operation<'healthCheck'> =
  () =>
  async ({ clientMessage = '' }) => ({ clientMessage });
