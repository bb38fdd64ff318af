import { type Client, clientOf, READERS, readSide } from '../harness/clients.ts';
import { type RawRequest, wireOf } from '../harness/http-connection.ts';
import type { Batch } from '../harness/measure.ts';
import { AUTH_KEYS } from './phone.ts';
import type { Supply } from './requests.ts';
import { type Servers, WRITERS } from './servers.ts';

/** Different requests on all connections in parallel. One request makes `makes` units. */
function suppliedSide(makes: number, { prepare, next }: Supply, { server, connections }: Client): Batch {
  return {
    makes: makes * connections.length,
    prepare: (runs) => prepare(runs * connections.length),
    run: () => Promise.all(connections.map((connection) => connection.ok(next()))),
    meter: server.meter,
  };
}

/**
 * Warm-ups last until the server has compiled all its code: a registration costs one seventh less after 6000
 * registrations than after 1000. A sample of MSOs is long enough for the garbage collector to run: keys and
 * ciphers are collected about every 60 ms.
 */
const PROVISION = { leastRuns: { warmUp: 64, sample: 16 } };
const REGISTER = { leastRuns: { warmUp: 768, sample: 48 } };
const READ = { leastRuns: { warmUp: 768, sample: 32 } };

/** Repeats the same request on all connections. One request makes `makes` units. */
function bareSide(makes: number, request: RawRequest, { server, connections }: Client): Batch {
  const wire = wireOf(request);
  return {
    makes: makes * connections.length,
    run: () => Promise.all(connections.map((connection) => connection.ok(wire))),
    meter: server.meter,
  };
}

/** The requests to the servers. The unit is one MSO, one registration or one answer. */
export async function sidesOf({ diptych, bare, steps, once, plainKeys, supplies }: Servers) {
  const [own, withSteps] = [await clientOf(diptych, WRITERS), await clientOf(steps, WRITERS)];
  const readers = await clientOf(diptych, READERS);
  const [bareReaders, stepsReaders] = [await clientOf(bare, READERS), await clientOf(steps, READERS)];
  return {
    encryptedKeys: { ...PROVISION, ...suppliedSide(AUTH_KEYS, supplies.encryptedKeys, own) },
    encryptedKeysSteps: { ...PROVISION, ...bareSide(AUTH_KEYS, once.encryptedKeys.request, withSteps) },
    plainKeys: { ...PROVISION, ...suppliedSide(AUTH_KEYS, supplies.plainKeys, own) },
    plainKeysSteps: { ...PROVISION, ...bareSide(AUTH_KEYS, plainKeys, withSteps) },
    register: { ...REGISTER, ...suppliedSide(1, supplies.register, own) },
    registerSteps: { ...REGISTER, ...bareSide(1, once.register.request, withSteps) },
    credentialStatus: { ...READ, ...readSide(readers, once.credentialStatus.request) },
    credentialStatusBare: { ...READ, ...readSide(bareReaders, once.credentialStatus.request) },
    credentialStatusSteps: { ...READ, ...readSide(stepsReaders, once.credentialStatus.request) },
    proofingStatus: { ...READ, ...readSide(readers, once.proofingStatus.request) },
    proofingStatusBare: { ...READ, ...readSide(bareReaders, once.proofingStatus.request) },
    proofingStatusSteps: { ...READ, ...readSide(stepsReaders, once.proofingStatus.request) },
  } satisfies Record<string, Batch>;
}
