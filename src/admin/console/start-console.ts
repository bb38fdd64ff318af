import { issueConsoleCode } from '../../accounts/console/index.ts';
import { OPERATOR } from '../../accounts/ids.ts';
import { countAdministrators } from '../../accounts/roles.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { CONSOLE_METHODS } from '../contract/console/methods.ts';
import type { OperationDeps } from '../operation/deps.ts';
import { operation } from '../operation/operation.ts';

/** The code is in the fragment of the address, which browsers do not send and servers do not log. */
export const startConsole = operation(CONSOLE_METHODS.startConsole, {
  needs: ({ accounts, console: address }: OperationDeps) => ({ ...accounts, address }),
  async run(deps, _, { operatorId, requestId }) {
    const { store, address } = deps;
    const url = operatorId === OPERATOR ? address.urlHere() : address.url();
    if (url === undefined) throw new StatusError('CONSOLE_OFF', 'the consoles are off (console.enabled)');
    const isNeeded = operatorId === OPERATOR && address.isLocal;
    if (!isNeeded || (await store.read((reader) => countAdministrators(reader, deps.policy))) > 0)
      return { url };
    const asked = { userId: OPERATOR, console: 'operators', requestId } as const;
    const { code, expiresAt } = await issueConsoleCode(deps, asked);
    return { url: `${url}#code=${code}`, code, expireTime: isoTime(expiresAt) };
  },
});
