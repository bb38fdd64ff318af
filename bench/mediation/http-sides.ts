import { type Client, clientOf, READERS, readSide } from '../harness/clients.ts';
import { type RawRequest, wireOf } from '../harness/http-connection.ts';
import { inTurn } from '../harness/in-turn.ts';
import type { Batch } from '../harness/measure.ts';
import { createRequest, patchRequest, READ_NAMES, type Read, readRequest } from './requests.ts';
import type { Servers } from './servers.ts';

export const WRITERS = 64;

/** Sends the requests in sequence on each connection, and starts again after the last one. */
function writeSide({ server, connections }: Client, requests: readonly RawRequest[]): Batch {
  const next = inTurn(requests.map(wireOf));
  const run = async () => {
    const wire = next();
    await Promise.all(connections.map((connection) => connection.ok(wire)));
  };
  return { makes: connections.length, run, meter: server.meter };
}

export type ReadSide = Read | `${Read}Bare` | `${Read}Steps`;

/** The reads of the three servers. */
export async function readSides({ diptych, bare, steps, token }: Servers) {
  const [own, plain, least] = await Promise.all(
    [diptych, bare, steps].map((server) => clientOf(server, READERS)),
  );
  const sides = READ_NAMES.flatMap((read): [ReadSide, Batch][] => {
    const request = readRequest(read, token);
    return [
      [read, readSide(own!, request)],
      [`${read}Bare`, readSide(plain!, request)],
      [`${read}Steps`, readSide(least!, request)],
    ];
  });
  return Object.fromEntries(sides) as Record<ReadSide, Batch>;
}

/** `created` gets the groups in the answers. */
export async function writeSides({ diptych, bare, token }: Servers, created: (groups: number) => void) {
  const [own, other, many] = await Promise.all([
    clientOf(diptych, 1),
    clientOf(bare, 1),
    clientOf(diptych, WRITERS),
  ]);
  const create = createRequest(token);
  const patches = [patchRequest(0, 'ENABLED', token), patchRequest(0, 'DISABLED', token)];
  const counted = (side: Batch): Batch => ({
    ...side,
    run: async () => {
      await side.run();
      created(side.makes);
    },
  });
  return {
    create: counted(writeSide(own, [create])),
    createBare: writeSide(other, [create]),
    patch: writeSide(own, patches),
    patchBare: writeSide(other, patches),
    createByMany: counted(writeSide(many, [create])),
  } satisfies Record<string, Batch>;
}
