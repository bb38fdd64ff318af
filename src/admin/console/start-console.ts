import { issueConsoleCode } from '../../accounts/console/index.ts';
import type { AccountDeps } from '../../accounts/deps.ts';
import { OPERATOR } from '../../accounts/ids.ts';
import { countAdministrators } from '../../accounts/roles.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import type { ConsoleAddress } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

type Needs = Pick<AccountDeps, 'store' | 'policy' | 'clock' | 'random'> & {
  readonly address: ConsoleAddress;
};

/** The code is in the fragment of the address, which browsers do not send and servers do not log. */
export const startConsole: AdminOperation<'startConsole', Needs> = (deps) => {
  const { store, address } = deps;
  return async (_, { operatorId, requestId }) => {
    const url = address.url();
    if (url === undefined) throw new StatusError('CONSOLE_OFF', 'the consoles are off (console.enabled)');
    const isNeeded = operatorId === OPERATOR && address.isLocal;
    if (!isNeeded || (await store.read((reader) => countAdministrators(reader, deps.policy))) > 0)
      return { url };
    const asked = { userId: OPERATOR, console: 'operators', requestId } as const;
    const { code, expiresAt } = await issueConsoleCode(deps, asked);
    return { url: `${url}#code=${code}`, code, expireTime: isoTime(expiresAt) };
  };
};
