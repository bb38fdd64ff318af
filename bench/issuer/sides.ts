import { type Client, clientOf, READERS, readSide } from '../harness/clients.ts';
import { type RawRequest, wireOf } from '../harness/http-connection.ts';
import type { Batch } from '../harness/measure.ts';
import { AUTH_KEYS } from './phone.ts';
import type { Supply } from './requests.ts';
import type { Servers } from './servers.ts';

/** One request after the other, each another one. */
function suppliedSide({ prepare, next }: Supply, { server, connections }: Client) {
  const [connection] = connections;
  return { prepare, run: () => connection!.ok(next()), meter: server.meter };
}

const PROVISION = { makes: AUTH_KEYS, leastRuns: { warmUp: 128, sample: 4 } };
const REGISTER = { makes: 1, leastRuns: { warmUp: 256, sample: 8 } };
const READ = { leastRuns: { warmUp: 512, sample: 4 } };

/** One request after the other, always the same. */
function bareSide(makes: number, request: RawRequest, { server, connections }: Client): Batch {
  const [connection] = connections;
  const wire = wireOf(request);
  return { makes, run: () => connection!.ok(wire), meter: server.meter };
}

/** What is asked of both servers; one is one MSO, one registration, one answer. */
export async function sidesOf({ diptych, bare, once, supplies }: Servers) {
  const [own, other] = [await clientOf(diptych, 1), await clientOf(bare, 1)];
  const [readers, bareReaders] = [await clientOf(diptych, READERS), await clientOf(bare, READERS)];
  return {
    encryptedKeys: { ...PROVISION, ...suppliedSide(supplies.encryptedKeys, own) },
    plainKeys: { ...PROVISION, ...suppliedSide(supplies.plainKeys, own) },
    provisionBare: bareSide(AUTH_KEYS, once.encryptedKeys.request, other),
    register: { ...REGISTER, ...suppliedSide(supplies.register, own) },
    registerBare: bareSide(1, once.register.request, other),
    credentialStatus: { ...READ, ...readSide(readers, once.credentialStatus.request) },
    credentialStatusBare: { ...READ, ...readSide(bareReaders, once.credentialStatus.request) },
    proofingStatus: { ...READ, ...readSide(readers, once.proofingStatus.request) },
    proofingStatusBare: { ...READ, ...readSide(bareReaders, once.proofingStatus.request) },
  } satisfies Record<string, Batch>;
}
