import { StatusError } from '../../conventions/status.ts';
import { HOUR, MINUTE } from '../../conventions/time.ts';
import type { Role } from '../permissions.ts';
import type { OrganisationSignIn } from '../ports/organisation.ts';
import type { Operator } from '../ports/store.ts';
import { confirmSignIn } from './confirm-sign-in.ts';
import type { OrganisationDeps } from './deps.ts';
import { roleOfSignIn } from './judge.ts';

/** How long a role counts that the provider confirmed. */
const CONFIRMED_FOR = HOUR;
/** The provider is asked earlier, so that a short outage is not noticed. */
const ASKED_AFTER = 45 * MINUTE;
/** The time of the last use is stored at most once in this part of the idle time. */
const IDLE_PARTS = 30;

const unconfirmed = () =>
  new StatusError(
    'ROLE_UNCONFIRMED',
    "your organisation's sign-in has not confirmed your role for an hour; sign in again with diptych login",
  );

type WithSignIn = Operator & { readonly signIn: OrganisationSignIn };

/** The operator of a request, if the sign-in has not ended. Undefined if it has. @throws StatusError */
type UseSignIn = (operator: Operator) => Promise<Operator | undefined>;

/** Whether and with which role a sign-in is still accepted. */
export function signInUse(deps: OrganisationDeps) {
  const { store, clock, parties, limits } = deps;
  const confirm = confirmSignIn(deps);
  /** Requests that arrive together wait for one question. */
  const asking = new Map<string, ReturnType<typeof confirm>>();

  const limitsFor = (role: Role | undefined) => ({
    absolute: limits.absolute,
    idle: role === 'administrator' ? limits.administratorIdle : limits.idle,
  });

  /** With the role that the provider confirmed last. @throws StatusError */
  const confirmed = async (known: WithSignIn): Promise<WithSignIn | undefined> => {
    const { signIn } = known;
    const party = parties.get(signIn.organisationId);
    const now = clock();
    if (party === undefined) return undefined;
    let operator: WithSignIn | undefined = known;
    if (now >= signIn.confirmedAt + ASKED_AFTER) {
      const { signInId } = signIn;
      const asked = asking.get(signInId) ?? confirm(operator, party).finally(() => asking.delete(signInId));
      asking.set(signInId, asked);
      operator = await asked;
    }
    if (operator === undefined) return undefined;
    if (now >= operator.signIn.confirmedAt + CONFIRMED_FOR) throw unconfirmed();
    return { ...operator, role: roleOfSignIn(operator.role, operator.signIn.isStrong) };
  };

  const use: UseSignIn = async ({ signIn, ...known }) => {
    if (signIn === undefined) return known;
    const now = clock();
    const { absolute, idle } = limitsFor(known.role);
    if (now >= signIn.signedInAt + absolute || now >= signIn.lastUsedAt + idle) return undefined;
    const operator = await confirmed({ ...known, signIn });
    if (operator !== undefined && now - signIn.lastUsedAt >= idle / IDLE_PARTS)
      await store.write((writer) => writer.updateOrganisationSignIn(operator.signIn, { lastUsedAt: now }));
    return operator;
  };

  /**
   * Before something runs for a person who may not be here: asks the provider whether the stored role still holds, and
   * takes the role if it does not. @throws StatusError
   */
  const confirmRole = async (userId: string): Promise<void> => {
    const { role, signIns } = await store.read(async (reader) => ({
      role: (await reader.user(userId))?.role,
      signIns: await reader.organisationSignIns({ userId }),
    }));
    const signIn = signIns.find(({ refreshToken }) => refreshToken !== undefined);
    if (role !== undefined && signIn !== undefined) await confirmed({ userId, role, proof: {}, signIn });
  };

  return { use, confirmed, confirmRole, limitsFor };
}
