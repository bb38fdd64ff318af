import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type ConnectorOptions, connector, LIMITS, type ObservedLookup } from '../../src/connector/index.ts';
import type { RecordCheck } from '../../src/issuer/record/check-record.ts';
import { registeredDevice } from '../support/devices.ts';
import {
  found,
  type RecordSystem,
  type Respond,
  refused,
  startRecordSystem,
} from '../support/record-system.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { type Answer, startWorld, type World, type WorldOptions } from '../support/world.ts';

export const CLAIM = { claimId: 'proofing-1', deviceReferenceId: 'device-1', requestId: 'request-1' };

/** The settings of a server that looks codes up in this system of record. */
export const lookingUpIn = ({ url }: RecordSystem) => ({
  'issuer.records.source': 'http',
  'issuer.records.url': url,
});

interface Opened {
  readonly system: RecordSystem;
  readonly world: World;
}

/** Starts a system of record, whose calls are forgotten before each test, and a server that looks codes up in it. */
export function useRecordSystem(
  use: (opened: Opened) => void,
  settings: WorldOptions['settings'] = {},
): void {
  let opened: Opened;
  beforeAll(async () => {
    const system = await startRecordSystem();
    opened = { system, world: await startWorld({ settings: { ...lookingUpIn(system), ...settings } }) };
    use(opened);
  }, HOOK_TIMEOUT);
  beforeEach(() => {
    opened.system.calls.length = 0;
  });
  afterAll(async () => {
    await opened.world.close();
    await opened.system.close();
  });
}

export interface Watched {
  readonly records: ReturnType<typeof connector>;
  readonly lookups: ObservedLookup[];
  readonly circuit: string[];
}

/** A time limit in milliseconds that is long enough on a busy machine. */
const PATIENT = 30_000;

type Given = Partial<Omit<ConnectorOptions, 'limits'>> & { readonly limits?: Partial<typeof LIMITS> };

/** A separate connector whose lookups are observed. It accepts any record. */
export function watched(url: string, { limits, endpoint, ...options }: Given = {}): Watched {
  const lookups: ObservedLookup[] = [];
  const circuit: string[] = [];
  const records = connector({
    endpoint: { url, ...endpoint },
    check: ({ id, documentType = 'org.iso.18013.5.1.mDL' }): RecordCheck => ({
      checked: { holderId: id, documentType, record: new Uint8Array() },
      findings: [],
    }),
    clock: Date.now,
    observe: (lookup) => lookups.push(lookup),
    onCircuit: (state) => circuit.push(state),
    limits: { ...LIMITS, total: PATIENT, ...limits },
    ...options,
  });
  return { records, lookups, circuit };
}

interface Sourced {
  readonly id: string;
}

/**
 * Behaves like a real system of record: each code can be claimed once, and the same claim gets the same
 * answer.
 */
export function claiming(records: Readonly<Record<string, Sourced>>): Respond {
  const claims = new Map<string, string>();
  const byId = (id: string) => Object.values(records).find((record) => record.id === id);
  const byCode = (code: string, claimId: string): Respond => {
    const record = records[code];
    if (!record) return refused(404, 'codeUnknown');
    if ((claims.get(code) ?? claimId) !== claimId) return refused(410, 'codeUsed');
    claims.set(code, claimId);
    return found(record);
  };
  const get = (id: string) => {
    const record = byId(id);
    return record ? found(record) : refused(404, 'recordMissing');
  };
  return (response, call) => {
    const { id, code, claimId } = call.body;
    (call.path.endsWith(':get') ? get(id) : byCode(code, claimId))(response, call);
  };
}

export interface Proved {
  readonly ids: { readonly deviceReferenceId: string; readonly proofingId: string };
  readonly answer: Answer;
  /** Sends the same proofing again. */
  again(): Promise<Answer>;
  status(): Promise<unknown>;
}

/** A new device sends a code, unencrypted, in a new proofing. */
export async function prove(world: World, code: string, proofingId: string = randomUUID()): Promise<Proved> {
  const { deviceReferenceId } = (await registeredDevice(world)).state;
  const ids = { deviceReferenceId, proofingId };
  const evidence = [{ preAuthorizationCode: { unencryptedValue: Buffer.from(code).toString('base64') } }];
  const again = () => world.operate('proofUser', { ...ids, evidence });
  const status = async () => (await world.operate('getProofingStatus', ids)).body.proofingStatus;
  return { ids, answer: await again(), again, status };
}
