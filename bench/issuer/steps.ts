import { operationPath } from '../../src/issuer/contract/index.ts';
import type { RouteWork } from '../harness/bare-fastify.ts';
import type { primitivesWith } from './custodies.ts';
import { type floorSides, NOTED_TOGETHER } from './floor-sides.ts';

type Primitives = Awaited<ReturnType<typeof primitivesWith>>['sides'];
type Floors = ReturnType<typeof floorSides>['sides'];

/**
 * The primitives that the goals count for one MSO, in sequence. If a primitive has several forms, the
 * cheapest one is used.
 */
function msoSteps(primitives: Primitives) {
  const open = async () => {
    await primitives.agreeToOpenByKeyObjects();
    primitives.scheduleByHash();
    primitives.openKey();
    primitives.verify();
  };
  const issue = async () => {
    primitives.verify();
    primitives.drawSalts();
    primitives.digestItems();
    await primitives.signMso();
  };
  const seal = async () => {
    primitives.hashMso();
    await primitives.signHash();
    primitives.agreeToSealByKeyObjects();
    primitives.scheduleByHash();
    primitives.sealByKeyObject();
  };
  return { open, issue, seal };
}

interface ProvisionBody {
  readonly authKeys: readonly { readonly encryptedData?: unknown }[];
}

/** By path, the minimum work of a server before it answers: cryptography, rows, a request log entry and a log line. */
export function stepsOf(primitives: Primitives, floors: Floors): Readonly<Record<string, RouteWork>> {
  const { open, issue, seal } = msoSteps(primitives);
  let asked = 0;
  const trace = () => {
    if (++asked % NOTED_TOGETHER === 0) floors.noteRequest.run();
    floors.logLine();
  };
  const provision = async (body: unknown) => {
    for (const { encryptedData } of (body as ProvisionBody).authKeys) {
      if (encryptedData) await open();
      await issue();
      await seal();
    }
    floors.insertMsos.run();
    trace();
  };
  const register = () => {
    floors.checkChain();
    floors.insertRow();
    trace();
  };
  const read = () => {
    floors.readRow();
    floors.readRow();
    trace();
  };
  return {
    [operationPath('provisionMobileSecurityObjects')]: provision,
    [operationPath('registerDevice')]: register,
    [operationPath('getCredentialStatus')]: read,
    [operationPath('getProofingStatus')]: read,
  };
}
