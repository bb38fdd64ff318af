import type { Body, Passing, Reply, Wrong } from './wrong-server.ts';

export type WrongWay = readonly [what: string, namedBy: string, wrong: () => Wrong];

export const only =
  (operation: string, change: (reply: Reply, passing: Passing) => Partial<Reply>) => (): Wrong => ({
    reply: (reply, passing) =>
      passing.operation === operation ? { ...reply, ...change(reply, passing) } : reply,
  });

/** Changes the body of each reply with this status. */
export const body = (operation: string, change: (body: Body, passing: Passing) => Body) =>
  only(operation, (reply, passing) => ({ body: change(reply.body, passing) }));

/** Answers a refused request as if it had been accepted. */
export const accepts = (operation: string, members: (passing: Passing) => Body = () => ({})) =>
  only(operation, ({ status, body: right }, passing) =>
    status === 200
      ? {}
      : { status: 200, body: { responseMetadata: right.responseMetadata, ...members(passing) } },
  );

export const anyReply = (change: (reply: Reply, passing: Passing) => Reply) => (): Wrong => ({
  reply: change,
});

/** Changes each reply of a refusal. */
export const refusals = (change: (reply: Reply, passing: Passing) => Partial<Reply>) =>
  anyReply((reply, passing) => (reply.status === 200 ? reply : { ...reply, ...change(reply, passing) }));
