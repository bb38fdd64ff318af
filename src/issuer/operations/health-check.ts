import type { Operation } from './operation.ts';

/** Echoes the message; exists to test connectivity. */
export const healthCheck: Operation<'healthCheck'> =
  () =>
  async ({ clientMessage = '' }) => ({ clientMessage });
