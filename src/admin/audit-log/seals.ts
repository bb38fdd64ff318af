import {
  checkHead,
  checkSealKeyRotation,
  checkSealReset,
  resetSeals as reset,
  rotateSealKey as rotate,
  type SealDeps,
  sha256,
} from '../../audit/index.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Actor, OperatorActor } from '../../issuer/model/index.ts';
import type { AdminResponse } from '../issuer-contract.ts';
import type { AdministrationDeps, AdminOperation } from '../operation.ts';

type Needs = 'store' | 'clock' | 'random' | 'sealCustody' | 'isSealKeySet';
type Deps = Pick<AdministrationDeps, Needs>;

const sealDeps = ({ sealCustody: custody, ...deps }: Deps): SealDeps => ({ ...deps, custody });

async function seals({ store, sealCustody }: Deps): Promise<AdminResponse<'getSeals'>> {
  const problem = await checkHead(store, sealCustody);
  const last = await store.read((reader) => reader.lastSeal());
  return {
    keys: (sealCustody.pinned() ?? []).map(({ digest }) => digest),
    ...(last && { seal: last.number, head: sha256(last.statement) }),
    ...(problem !== undefined && { problem }),
  };
}

/** Who may set the configuration has a say in a reset where that names the key. */
function requireUnset({ isSealKeySet }: Deps): void {
  if (!isSealKeySet) return;
  throw new StatusError(
    'FAILED_PRECONDITION',
    'SEAL_KEY_SET',
    'audit.sealKey names the key; take it out of the configuration, restart, reset, and put the new one in',
  );
}

/** Methods are for operators only. */
const cause = (reason: string, actor: Actor) => ({ reason, actor: actor as OperatorActor });

export const getSeals: AdminOperation<'getSeals', Needs> = (deps) => () => seals(deps);

export const rotateSealKey: AdminOperation<'rotateSealKey', Needs> =
  (deps) =>
  async ({ reason }, actor) => {
    await rotate(sealDeps(deps), cause(reason, actor));
    return seals(deps);
  };

export const resetSeals: AdminOperation<'resetSeals', Needs> =
  (deps) =>
  async ({ reason }, actor) => {
    requireUnset(deps);
    await reset(sealDeps(deps), cause(reason, actor));
    return seals(deps);
  };

/** Checks what will wait for a second person. */
export const sealPreparations = (deps: Deps) => ({
  async rotateSealKey<Request>(request: Request): Promise<Request> {
    await checkSealKeyRotation(sealDeps(deps));
    return request;
  },
  async resetSeals<Request>(request: Request): Promise<Request> {
    requireUnset(deps);
    await checkSealReset(sealDeps(deps));
    return request;
  },
});
