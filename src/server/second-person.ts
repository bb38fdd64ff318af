import { OPERATOR } from '../accounts/ids.ts';
import { approvals, type WaitingMethod } from '../admin/approvals/index.ts';
import type { AdminMethod } from '../admin/method.ts';
import { METHODS } from '../admin/registry.ts';
import { Awaited } from '../admin/second-person.ts';
import type { AdminRoute } from '../http/admin/plugin.ts';
import type { IssuerDeps } from '../issuer/deps.ts';
import type { OperatorActor } from '../issuer/model/index.ts';
import { waitingMethods } from './config/admin-settings.ts';
import type { Settings } from './config/settings.ts';

const HOUR = 3_600_000;

type Call = AdminRoute['call'];
type Prepare = (request: object) => Promise<object | undefined>;

interface SecondPersonParts extends Pick<IssuerDeps, 'store' | 'clock' | 'random'> {
  readonly settings: Settings['admin'];
  /** What each method does, by its name. */
  readonly calls: Readonly<Record<string, Call>>;
  /** How a request that waits is checked, by the name of its method. */
  readonly preparations: object;
  readonly roleOf: Parameters<typeof approvals>[0]['roleOf'];
}

function waitingMethod(name: string): Pick<WaitingMethod, 'role' | 'whenApproved'> {
  const { role, whenApproved }: AdminMethod = METHODS[name as keyof typeof METHODS];
  return { role, whenApproved };
}

/** The calls of the admin interface, where what waits for a second person asks for one in place of being done. */
export function withSecondPerson(parts: SecondPersonParts): Readonly<Record<string, Call>> {
  const { settings, calls, preparations, ...deps } = parts;
  const methods = new Map(
    Object.entries(preparations).map(([name]): [string, WaitingMethod] => [
      name,
      { ...waitingMethod(name), call: calls[name] as WaitingMethod['call'] },
    ]),
  );
  const { ask, administration } = approvals({
    ...deps,
    methods,
    isPerson: (operatorId) => operatorId !== OPERATOR,
    waits: settings.approvalHours * HOUR,
  });
  const asking = (name: string): Call => {
    const prepare = (preparations as Readonly<Record<string, Prepare>>)[name] as Prepare;
    const call = calls[name] as WaitingMethod['call'];
    return async (request: object, actor: object) => {
      const by = actor as OperatorActor;
      const wanted = await prepare(request);
      if (wanted === undefined) return call(request, by);
      const asked = await ask({ method: name, wanted, actor: by, run: (both) => call(request, both) });
      return 'awaited' in asked ? new Awaited(asked.awaited) : asked.response;
    };
  };
  const waiting = [...waitingMethods(settings.secondPerson)].map((name) => [name, asking(name)]);
  return { ...calls, ...(administration as unknown as Record<string, Call>), ...Object.fromEntries(waiting) };
}
